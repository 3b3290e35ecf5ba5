import type { WebModule } from '#kernel/web/module.ts'

export default {} satisfies WebModule
