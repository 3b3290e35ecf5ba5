import { expect } from 'vitest'
import type { ClaimDetail as Claim } from '#features/reserves/insuranceClaim/model/claims.ts'
import type { RequestDetail as Request } from '#features/reserves/insuranceClaim/model/requests.ts'
import type { Portal, Reply } from '#tests/portal.ts'

const path = '/api/InsuranceClaim'
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')

/** A claim for hail damage at Maple Grove. */
export const loss = {
  propertyId: 1,
  dateOfLoss: '2026-11-14',
  insuranceClaimTypeOfLossId: 2,
  description: 'Hail broke the roof of building 1.',
  insuranceProvider: 'Prairie Mutual',
  claimNumber: 'PM-4471',
  totalAmountClaimed: 86_400,
  deductible: 5_000,
}

/** Helpers that work on insurance claims of Maple Grove. The portal's day is November 16, 2026. */
export class InsuranceDesk {
  readonly #portal: Portal
  #invoices = 0

  constructor(portal: Portal) {
    this.#portal = portal
  }

  /**
   * Deletes all claims and gives company.writer the right to write claims and company.reader the right to
   * read them.
   */
  async clear(): Promise<void> {
    this.#portal.setNow(new Date('2026-11-16T15:00:00Z'))
    await this.#portal.owner.query(`truncate insurance_claim, insurance_request, invoice, payment, outbox cascade;
      insert into permission (user_id, property_id, key, read, write) values (5, 1, 'Insurance_Claim', true, true),
        (6, 1, 'Insurance_Claim', true, false) on conflict do nothing`)
  }

  readonly post = (persona: string, tail: string, body: object = {}) =>
    this.#portal.ask(persona, 'POST', `${path}/${tail}`, body)
  readonly get = (persona: string, tail: string) => this.#portal.ask(persona, 'GET', `${path}/${tail}`)
  readonly claim = async (id: number, persona = 'agency.write') =>
    expectSuccess<Claim>(await this.get(persona, `GetClaim/${id}`))
  readonly step = (persona: string, id: number, statusId: number, more: object = {}) =>
    this.post(persona, 'ChangeStatus', { id, statusId, reason: 'Because of the test', ...more })

  /** The steps of payment requests, by the calls of their own review. */
  readonly requestStep = (persona: string, id: number, statusId: number, more: object = {}) =>
    this.#portal.ask(persona, 'POST', '/api/InsuranceRequest/ChangeStatus', {
      id,
      statusId,
      reason: 'Because of the test',
      ...more,
    })

  // Saves and submits a claim and returns its id.
  async submitted(changed: object = {}): Promise<number> {
    const request = { ...loss, ...changed }
    const items = [{ items: 'Roof', unitsAffected: 'Building 1' }]
    const { insuranceClaimId } = expectSuccess<Claim>(
      await this.post('company.writer', 'SaveClaim', { request, items }),
    )
    expectSuccess(await this.post('company.writer', `Submit/${insuranceClaimId}`))
    return insuranceClaimId
  }

  /** Submits a claim, starts its review and returns its id. */
  async underReview(changed: object = {}): Promise<number> {
    const id = await this.submitted(changed)
    expectSuccess(await this.step('agency.write', id, 3))
    return id
  }

  // Records an insurance check received for a claim.
  readonly check = (insuranceClaimId: number, number: string, amountReceived: number, more: object = {}) =>
    this.post('agency.write', 'SaveCheck', {
      insuranceClaimId,
      number,
      provider: 'Prairie Mutual',
      amountReceived,
      checkToProduct: true,
      receivedOn: '2026-11-16',
      ...more,
    })

  /** Saves a payment request with one item and its documents, without submitting it. */
  async draft(claimId: number, claimedAmount: number, item: object = {}): Promise<Request> {
    const draft = expectSuccess<Request>(await this.post('company.writer', `BeginRequest/${claimId}`))
    const { insuranceRequestId, version } = draft
    this.#invoices += 1
    const items = [
      {
        description: 'Shingles',
        vendorId: 1,
        invoiceNumber: `H-${this.#invoices}`,
        invoiceDate: '2026-11-15',
        checkNumber: '880',
        claimedAmount,
        ...item,
      },
    ]
    const request = { insuranceRequestId, version, narrative: 'New shingles', certified: true }
    const saved = expectSuccess<Request>(await this.post('company.writer', 'SaveRequest', { request, items }))
    const subModuleId = String(saved.items[0]!.insuranceRequestItemId)
    for (const documentType of ['Invoice', 'Check', 'Photo']) {
      const fields = { moduleId: String(insuranceRequestId), subModuleId, documentType }
      const reply = await this.#portal.upload('company.writer', `${path}/UploadRequestFile`, fields, [
        { name: `${documentType}.pdf`, content: PDF },
      ])
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    }
    return saved
  }

  readonly submitRequest = (id: number) =>
    this.#portal.ask('company.writer', 'POST', `/api/InsuranceRequest/Submit/${id}`, {})

  /**
   * Takes a payment request through review, approved in full by the reviewer. It then waits for the manager's
   * approval.
   */
  async reviewed(claimId: number, amount: number): Promise<number> {
    const { insuranceRequestId: id, items } = await this.draft(claimId, amount)
    expectSuccess(await this.submitRequest(id))
    expectSuccess(await this.requestStep('agency.write', id, 3))
    const approvedAmounts = [{ itemId: items[0]!.insuranceRequestItemId, amount }]
    const body = { requestId: id, statusId: 4, approvedAmounts }
    expectSuccess(await this.post('agency.write', 'ChangeRequestStatus', body))
    return id
  }

  // Takes a payment request up to the manager's approval and returns its id.
  async approved(claimId: number, amount: number): Promise<number> {
    const id = await this.reviewed(claimId, amount)
    expectSuccess(await this.requestStep('agency.manager', id, 5))
    return id
  }

  // Records a payment of a request by check.
  readonly pay = (requestId: number, amount: number, checkNumber: string) =>
    this.#portal.ask('agency.write', 'POST', '/api/Payment/Record', {
      moduleName: 'InsuranceRequest',
      requestId,
      vendorId: null,
      amount,
      checkNumber,
      paidOn: '2026-11-16',
    })
}

/** Expects that a call succeeded and returns its answer. */
export function expectSuccess<T>(reply: Reply): T {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as T
}
