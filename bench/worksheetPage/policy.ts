import { config } from 'zod/v4/core'

// As the app itself does, whose policy allows no generated code; before anything declares a shape.
config({ jitless: true })
