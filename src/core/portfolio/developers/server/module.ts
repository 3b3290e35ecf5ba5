import type { ServerModule } from '#kernel/server/module.ts'
import { Developer, PropertyDeveloper } from '../model/entities.ts'
import { served } from './index.ts'

export default {
  entities: [Developer, PropertyDeveloper],
  served,
  propertyFile: [PropertyDeveloper],
} satisfies ServerModule
