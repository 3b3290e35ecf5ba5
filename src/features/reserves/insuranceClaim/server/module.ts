import { combineManifests, getManifest } from '#engines/review/server/index.ts'
import { getPayable, getVendorReplacer } from '#features/shared/invoicedItems/server/index.ts'
import { CLAIM_MODULE, REQUEST_MODULE } from '../model/claims.ts'
import * as model from '../model/entities.ts'
import { requestFacts } from '../model/facts.ts'
import { claimMails } from '../model/mails.ts'
import { insuranceSettings } from '../model/settings.ts'
import { claims } from './claims.ts'
import { claimDependents } from './dependents.ts'
import { served } from './index.ts'
import { kind, MODULE } from './requestDetail.ts'
import { requests } from './requests.ts'
import { claimToDos } from './toDos.ts'

const filing = { active: true, threshold: true }
const claim = getManifest(claims, { filesId: CLAIM_MODULE, searchOrder: 28, filing })
const request = getManifest(requests, { filesId: REQUEST_MODULE, searchOrder: 29, filing: {} })
const payable = getPayable(requests.kit.review, kind)

/** The server module of insurance claims and their payment requests. */
export default combineManifests(claim, request, {
  entities: Object.values(model).filter(
    (item) =>
      typeof item === 'object' &&
      'table' in item &&
      item !== model.InsuranceClaim &&
      item !== model.InsuranceRequest,
  ),
  served,
  settings: Object.values(insuranceSettings),
  eventMails: claimMails,
  toDos: claimToDos,
  standsOn: claimDependents,
  invoices: {
    [MODULE]: {
      label: 'insurance payment request',
      entity: model.InsuranceRequest.name,
      permission: requestFacts.permission,
      path: payable.path,
    },
  },
  payables: [payable],
  vendorReplaced: getVendorReplacer(kind),
})
