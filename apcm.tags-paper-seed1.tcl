gtkwave::setWindowStartTime 24255
