gtkwave::setWindowStartTime 0
