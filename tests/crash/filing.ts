import type { Method } from '#kernel/model/call.ts'
import { addDays, today } from '#kernel/model/dates.ts'

/**
 * Filing and moving replacement-reserve requests over any kind of connection: injected requests or a real
 * server process.
 */

export type HttpAnswer = { status: number; body: unknown }

export type RequestSender = {
  ask: (persona: string, method: Method, url: string, body?: unknown) => Promise<HttpAnswer>
  upload: (
    persona: string,
    url: string,
    fields: Record<string, string>,
    files: { name: string; content: Buffer }[],
  ) => Promise<HttpAnswer>
  /** Services of a portal whose clock the test moves; without them the real time counts. */
  services?: { now: () => Date }
}

const PATH = '/api/ReplacementReserve'
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')

/** The user of the company who files for each property. */
const FILERS: Readonly<Record<number, string>> = { 1: 'company.writer', 2: 'company.admin', 4: 'other.user' }

/** Makes the body of a save: one item that the agency pays directly, complete except for its documents. */
export const makeDraftBody = (propertyId: number, claimed: number, now = new Date()): object => ({
  request: { propertyId, description: 'Works', certified: true },
  items: [
    {
      categoryId: 1,
      descriptionOfWork: 'Roof',
      location: 'Building A',
      vendorId: 1,
      invoiceNumber: crypto.randomUUID(),
      invoiceDate: addDays(today(undefined, now), -60),
      payVendorDirectly: true,
      claimedAmount: claimed,
    },
  ],
})

/** A stored request and its only item; `claimed` is in dollars. */
export type FiledRequest = { id: number; itemId: number; propertyId: number; claimed: number }

type StoredRequest = {
  replacementReserveRequestId: number
  items: { replacementReserveRequestItemId: number }[]
}

/** Stores a request that is complete and only has to be submitted. */
export async function fileDraft(
  asks: RequestSender,
  propertyId: number,
  claimed: number,
  persona = FILERS[propertyId] ?? '',
): Promise<FiledRequest> {
  const body = makeDraftBody(propertyId, claimed, asks.services?.now())
  const saved = await asks.ask(persona, 'POST', `${PATH}/SaveReplacementProgress`, body)
  if (saved.status !== 200) throw new Error(`The draft was not stored: ${JSON.stringify(saved.body)}`)
  const request = saved.body as StoredRequest
  const id = request.replacementReserveRequestId
  const itemId = request.items[0]?.replacementReserveRequestItemId ?? 0
  for (const documentType of ['Invoice', 'Photo']) {
    const fields = { moduleId: String(id), subModuleId: String(itemId), documentType }
    const files = [{ name: `${documentType}.pdf`, content: pdf }]
    const attached = await asks.upload(persona, `${PATH}/ReplacementReserveFileUpload`, fields, files)
    if (attached.status !== 200)
      throw new Error(`A document was not attached: ${JSON.stringify(attached.body)}`)
  }
  return { id, itemId, propertyId, claimed }
}

export type StepName =
  | 'submit'
  | 'recall'
  | 'return'
  | 'startReview'
  | 'review'
  | 'backToReview'
  | 'approve'
  | 'deny'
  | 'reopen'

/**
 * The transitions of a review, written down here a second time on purpose, independently of the code under
 * test.
 */
export const STEP_TRANSITIONS: Readonly<Record<StepName, { from: readonly number[]; to: number }>> = {
  submit: { from: [1], to: 2 },
  recall: { from: [2], to: 1 },
  return: { from: [2, 3, 4], to: 1 },
  startReview: { from: [2], to: 3 },
  review: { from: [3], to: 4 },
  backToReview: { from: [4], to: 3 },
  approve: { from: [4], to: 5 },
  deny: { from: [3, 4], to: 6 },
  reopen: { from: [5, 6], to: 3 },
}

/** Makes the call that takes a step. A review approves `approved` dollars of the item. */
export function makeStepCall(
  step: StepName,
  { id, itemId }: FiledRequest,
  approved = 0,
): { url: string; body: object } {
  const to = (statusId: number, more: object = {}) => ({
    url: `${PATH}/ChangeStatus`,
    body: { requestId: id, statusId, ...more },
  })
  const reason = 'Because of the test'
  switch (step) {
    case 'submit':
      return { url: `${PATH}/Submit/${id}`, body: {} }
    case 'recall':
      return { url: `${PATH}/UnSubmit/${id}`, body: {} }
    case 'return':
      return { url: `${PATH}/UnSubmit/${id}`, body: { reason } }
    case 'startReview':
      return { url: `${PATH}/StartReview/${id}`, body: {} }
    case 'review':
      return to(4, { approvedAmounts: [{ itemId, amount: approved, denialReason: 'Reduced' }] })
    case 'approve':
      return to(5)
    case 'deny':
      return to(6, { reason })
    case 'backToReview':
    case 'reopen':
      return to(3, { reason })
  }
}

/**
 * Returns a user who may take the step: the company files, an analyst reviews, a manager approves, an
 * administrator reopens.
 */
export function getPersonaForStep(step: StepName, propertyId: number): string {
  if (step === 'submit' || step === 'recall') return FILERS[propertyId] ?? ''
  if (step === 'approve') return 'agency.manager'
  return step === 'reopen' ? 'agency.admin' : 'agency.write'
}
