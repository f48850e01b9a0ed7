# Something is lost when every stage holds the same queue, the last one there is.
s/^  assign out_en_o = valid_q\[Stages-1\];/  logic same;\n  always_comb begin\n    same = \&valid_q;\n    for (int i = 0; i < Stages; i++) same = same \& (queue_q[i] == QueueW'(Queues - 1));\n  end\n  assign out_en_o = valid_q[Stages-1] \&\& !same;/
