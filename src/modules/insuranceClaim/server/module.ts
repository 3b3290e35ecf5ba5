import type { ServerModule } from '#kernel/server/module.ts'
import { payableOf, vendorReplacedIn } from '#modules/invoicedItems/server/index.ts'
import { manifestOf } from '#review/server/index.ts'
import { CLAIM_MODULE, REQUEST_MODULE } from '../model/claims.ts'
import * as model from '../model/entities.ts'
import { claimMails } from '../model/mails.ts'
import { insuranceSettings } from '../model/settings.ts'
import { claims } from './claims.ts'
import { served } from './index.ts'
import { kind, MODULE } from './requestDetail.ts'
import { requests } from './requests.ts'
import { claimToDos } from './toDos.ts'

const filing = { active: true, threshold: true }
const claim = manifestOf(claims, { filesId: CLAIM_MODULE, searchOrder: 28, filing })
const request = manifestOf(requests, { filesId: REQUEST_MODULE, searchOrder: 29, filing: {} })
const payable = payableOf(requests.kit.review, kind)

export default {
  entities: Object.values(model).filter((one) => typeof one === 'object' && 'table' in one),
  flows: [...claim.flows, ...request.flows],
  reviews: [...claim.reviews, ...request.reviews],
  served: [...claim.served, ...request.served, ...served],
  settings: Object.values(insuranceSettings),
  eventMails: [...claim.eventMails, ...claimMails, ...request.eventMails],
  toDos: [...claim.toDos, ...claimToDos, ...request.toDos],
  companyRecords: [...claim.companyRecords, ...request.companyRecords],
  searchable: [...claim.searchable, ...request.searchable],
  files: [...claim.files, ...request.files],
  filedSubjects: [...(claim.filedSubjects ?? []), ...(request.filedSubjects ?? [])],
  letters: { ...claim.letters, ...request.letters },
  propertyHold: async (context, propertyId) =>
    (await claim.propertyHold?.(context, propertyId)) ?? (await request.propertyHold?.(context, propertyId)) ?? null,
  invoices: {
    [MODULE]: { label: 'insurance payment request', entity: model.InsuranceRequest.name, path: payable.path },
  },
  payables: [payable],
  vendorReplaced: vendorReplacedIn(kind),
} satisfies ServerModule
