import type { ServerModule } from '#kernel/server/module.ts'
import { ManagementFeeMax, ManagementFeeType, PropertyManagementFee } from '../model/entities.ts'
import { feeSettings } from '../model/settings.ts'
import { setFeeFigures } from './figures.ts'
import { served } from './index.ts'

export default {
  entities: [ManagementFeeType, ManagementFeeMax, PropertyManagementFee],
  served,
  settings: Object.values(feeSettings),
  connect: (modules) => setFeeFigures(Object.assign({}, ...modules.map((one) => one.feeFigures))),
} satisfies ServerModule
