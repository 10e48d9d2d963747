// Reads protobuf messages by a description of their fields, as arena/pages/message_schema.py
// writes it: {messages: {name: {number: [field, type, mode]}}, enums: {name: {number: text}}}.
// mode: 0 plain, 1 optional (null when absent), 2 repeated, 3 map.

const utf8 = new TextDecoder();

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  get done() {
    return this.at >= this.bytes.length;
  }

  varint() {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      if (this.done) throw new Error("a message ends in the middle of a number");
      const byte = this.bytes[this.at++];
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new Error("a number of a message is too long");
  }

  chunk(length) {
    if (this.at + length > this.bytes.length) throw new Error("a message is cut off");
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
}

const view = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const signed = (value) => Number(BigInt.asIntN(64, value));
const zigzag = (value) => Number((value >> 1n) ^ -(value & 1n));

const VARINTS = {
  int32: signed,
  int64: signed,
  uint32: Number,
  uint64: Number,
  sint32: zigzag,
  sint64: zigzag,
  bool: (value) => value !== 0n,
};

function scalar(schema, type, reader) {
  if (type in VARINTS) return VARINTS[type](reader.varint());
  if (type === "double") return view(reader.chunk(8)).getFloat64(0, true);
  if (type === "float") return view(reader.chunk(4)).getFloat32(0, true);
  if (type in schema.enums) {
    const number = signed(reader.varint());
    return schema.enums[type][number] ?? String(number);
  }
  const bytes = reader.chunk(Number(reader.varint()));
  if (type === "string") return utf8.decode(bytes);
  if (type === "bytes") return bytes;
  return decode(schema, type, bytes);
}

function absent(schema, type, mode) {
  if (mode === 2) return [];
  if (mode === 3) return {};
  if (mode === 1 || type in schema.messages) return null;
  if (type === "string") return "";
  if (type === "bytes") return new Uint8Array();
  if (type === "bool") return false;
  return type in schema.enums ? schema.enums[type][0] : 0;
}

function skip(reader, wire) {
  if (wire === 0) reader.varint();
  else if (wire === 1) reader.chunk(8);
  else if (wire === 2) reader.chunk(Number(reader.varint()));
  else if (wire === 5) reader.chunk(4);
  else throw new Error(`a message has a field of unknown wire type ${wire}`);
}

export function decode(schema, name, bytes) {
  const fields = schema.messages[name];
  if (!fields) throw new Error(`no message is called ${name}`);
  const message = {};
  for (const [field, type, mode] of Object.values(fields)) {
    message[field] = absent(schema, type, mode);
  }
  const reader = new Reader(bytes);
  while (!reader.done) {
    const tag = Number(reader.varint());
    const wire = tag & 7;
    const known = fields[tag >>> 3];
    if (!known) {
      skip(reader, wire);
      continue;
    }
    const [field, type, mode] = known;
    const packable = type in VARINTS || type in schema.enums || type === "double";
    if (mode === 2 && wire === 2 && packable) {
      const packed = new Reader(reader.chunk(Number(reader.varint())));
      while (!packed.done) message[field].push(scalar(schema, type, packed));
    } else if (mode === 2) {
      message[field].push(scalar(schema, type, reader));
    } else if (mode === 3) {
      const entry = scalar(schema, type, reader);
      message[field][entry.key] = entry.value;
    } else {
      message[field] = scalar(schema, type, reader);
    }
  }
  return message;
}
