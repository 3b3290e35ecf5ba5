import type { ServerModule } from '#kernel/server/module.ts'
import { manifestOf } from '#review/server/index.ts'
import * as model from '../model/entities.ts'
import { reserveSettings } from '../model/settings.ts'
import { MODULE } from './detail.ts'
import { changeVendor, served } from './index.ts'
import { requests } from './requests.ts'

const review = manifestOf(requests, { filesId: 9, searchOrder: 20 })

export default {
  ...review,
  entities: Object.values(model).filter((one) => 'table' in one),
  served: [...review.served, ...served],
  settings: Object.values(reserveSettings),
  invoices: { [MODULE]: { label: 'replacement reserve request', entity: model.ReplacementReserveRequest.name } },
  vendorReplaced: changeVendor,
} satisfies ServerModule
