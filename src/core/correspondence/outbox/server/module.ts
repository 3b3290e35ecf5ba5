import type { ServerModule } from '#kernel/server/module.ts'
import { mailSettings } from '../model/index.ts'
import { served } from './index.ts'

export default { served, settings: Object.values(mailSettings) } satisfies ServerModule
