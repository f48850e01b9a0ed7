/* Stands for the engines of the RTL where worked examples are to see the C model alone
 * (examples.sh). */
#include "lockstep/engines.h"
#include "lockstep/ports.h"

const unit_engine_t unit_engine_lockstep = {0};

bool rtl_available(void)
{
    return false;
}
