import type { WebModule } from '#kernel/web/module.ts'
import { screens } from './screens.ts'

export default { screens } satisfies WebModule
