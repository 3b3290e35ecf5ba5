import { sql } from 'kysely'
import { getManifest } from '#engines/review/server/index.ts'
import {
  declareExceptionMails,
  getPayable,
  getVendorReplacer,
} from '#features/shared/invoicedItems/server/index.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import * as model from '../model/entities.ts'
import { RESERVE_MODULE, reserveSettings } from '../model/settings.ts'
import { approvedElsewhereSql } from './authority.ts'
import { kind, MODULE } from './detail.ts'
import { served } from './index.ts'
import { reserveTooLowAnswer } from './rentIncreaseAnswer.ts'
import { requests } from './requests.ts'

// Pre-approved requests are not payable themselves: they are paid through their completions.
const payable = getPayable(requests.kit.review, kind, sql`not r.pre_approved`)

const review = getManifest(requests, {
  filesId: RESERVE_MODULE,
  searchOrder: 20,
  filing: { active: true, reserves: true, elsewhere: approvedElsewhereSql },
})

/** The server module of replacement reserve requests. */
export default {
  ...review,
  entities: Object.values(model).filter((item) => 'table' in item),
  served: [...review.served, ...served],
  eventMails: [...review.eventMails, ...declareExceptionMails(requests.kit.review)],
  settings: Object.values(reserveSettings),
  invoices: {
    [MODULE]: {
      label: 'replacement reserve request',
      entity: model.ReplacementReserveRequest.name,
      permission: 'Replacement_Reserve',
      path: payable.path,
    },
  },
  payables: [payable],
  rentIncreaseAnswers: [reserveTooLowAnswer],
  vendorReplaced: getVendorReplacer(kind),
} satisfies ServerModule
