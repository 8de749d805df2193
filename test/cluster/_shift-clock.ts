import { shiftClock } from '../_setup/shift-clock.ts'

// Loaded by a host before anything else: its clock differs from that of the other hosts.
shiftClock(Number(process.env['CLOCK_SHIFT_MS']))
