import type { WebModule } from '#kernel/web/module.ts'
import { setFoundKinds } from './places.ts'

export default {
  connect: (modules) => setFoundKinds(Object.assign({}, ...modules.map((one) => one.found))),
} satisfies WebModule
