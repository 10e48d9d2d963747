"""Die Türme von Bologna: test_tb_NN belong to the numbers of its page in docs/games."""
