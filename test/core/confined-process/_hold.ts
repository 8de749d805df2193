/** Nothing but another thread can see that the parent has gone. */
for (;;);
