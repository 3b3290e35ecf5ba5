import { config } from 'zod/v4/core'

// Zod may not generate code at run time, because the content security policy of the app forbids it. This must
// run before any schema is declared.
config({ jitless: true })
