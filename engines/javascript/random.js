// A bot that plays any legal move of any game. It shows the whole protocol in a foreign stack:
// the messages are read from the proto files at run time, nothing is generated.
//
// A referee starts it and sets PODESTA_ADDRESS and PODESTA_TOKEN. The proto files are found beside
// this folder, or where PODESTA_PROTO says.
'use strict';

const { createHash } = require('node:crypto');
const path = require('node:path');
const grpc = require('@grpc/grpc-js');
const protoLoader = require('@grpc/proto-loader');

const { PODESTA_ADDRESS: address, PODESTA_TOKEN: token } = process.env;
if (!address || !token) {
  console.error('random.js: PODESTA_ADDRESS and PODESTA_TOKEN must be set; a referee sets both.');
  process.exit(2);
}

const protos = process.env.PODESTA_PROTO || path.join(__dirname, '..', '..', 'proto');
const loaded = protoLoader.loadSync('podesta/v1/engine.proto', {
  includeDirs: [protos], oneofs: true, longs: String, enums: String,
});
const { RefereeService } = grpc.loadPackageDefinition(loaded).podesta.v1;

const metadata = new grpc.Metadata();
metadata.set('authorization', `Bearer ${token}`);
const client = new RefereeService(address, grpc.credentials.createInsecure(), {
  'grpc.enable_http_proxy': 0,
});
const stream = client.Play(metadata);

let welcomed = false;
let seed = '';
let drawn = 0;
const below = (bound) =>
  createHash('sha256').update(`${seed}/${drawn++}`).digest().readUIntBE(0, 6) % bound;

let asked = {};
const answer = ({ matchId, decisionId, legalMoves }) => {
  asked = { matchId, decisionId, legalMoves };
  stream.write({ move: { matchId, decisionId, text: legalMoves[below(legalMoves.length)] } });
};

const heard = {
  welcome({ protocolVersion }) {
    welcomed = protocolVersion === 1;
    if (!welcomed) { console.error(`random.js: version ${protocolVersion}?`); stream.cancel(); }
  },
  newMatch({ matchId, engineSeed }) {
    [seed, drawn] = [engineSeed, 0];
    stream.write({ ready: { matchId } });
  },
  decide: answer,
  rejected({ matchId, decisionId, kind, reason, mayRetry }) {
    console.error(`random.js: rejected (${kind}): ${reason}`);
    if (mayRetry && asked.matchId === matchId && asked.decisionId === decisionId) answer(asked);
  },
  matchOver() {},
  goodbye() { stream.end(); },
};

stream.on('data', ({ message, ...response }) => {
  // A later version of the protocol may say more.
  if (message in heard) heard[message](response[message]);
});
stream.on('error', (error) => {
  console.error(`random.js: ${welcomed ? 'the referee is gone' : 'not welcome'}: ${error.message}`);
  process.exitCode = welcomed ? 0 : 2;
});
stream.on('end', () => { stream.end(); client.close(); });
stream.write({
  hello: { protocolVersion: 1, name: 'random.js', version: '1', omitEvents: true,
    games: ['bologna', 'bomarzo', 'patrician', 'tuerme'] },
});
