import { getManifest } from '#engines/review/server/index.ts'
import {
  declareExceptionMails,
  getPayable,
  getVendorReplacer,
} from '#features/shared/invoicedItems/server/index.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import * as model from '../model/entities.ts'
import { facts } from '../model/facts.ts'
import { OPERATING_MODULE, operatingSettings } from '../model/operating.ts'
import { OPERATING_RESERVE_MODULE, operatingItemKind } from './detail.ts'
import { served } from './index.ts'
import { requests } from './requests.ts'

const review = getManifest(requests, {
  filesId: OPERATING_MODULE,
  searchOrder: 23,
  filing: { active: true, threshold: true },
})
const payable = getPayable(requests.kit.review, operatingItemKind)

/** The server module of operating reserve requests. */
export default {
  ...review,
  entities: Object.values(model).filter((item) => typeof item === 'object' && 'table' in item),
  served: [...review.served, ...served],
  eventMails: [...review.eventMails, ...declareExceptionMails(requests.kit.review)],
  settings: Object.values(operatingSettings),
  invoices: {
    [OPERATING_RESERVE_MODULE]: {
      label: 'operating reserve request',
      entity: model.OperatingReserveRequest.name,
      permission: facts.permission,
      path: payable.path,
    },
  },
  payables: [payable],
  vendorReplaced: getVendorReplacer(operatingItemKind),
} satisfies ServerModule
