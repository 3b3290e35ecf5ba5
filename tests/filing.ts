import { expect } from 'vitest'
import type { RequestDetail } from '#features/reserves/replacementReserve/model/requests.ts'
import type { Portal, Reply } from '#tests/portal.ts'

/**
 * Helpers that file replacement reserve requests through their calls. `portal` is read at each call, so that
 * it may be opened later.
 */
export function filing(portal: () => Portal) {
  const path = '/api/ReplacementReserve'
  const post = (persona: string, call: string, body: unknown = {}): Promise<Reply> =>
    portal().ask(persona, 'POST', `${path}/${call}`, body)
  /** Returns the request that a call answers, or throws with the refusal. */
  const detail = (reply: Reply): RequestDetail => {
    expect(reply.body).toMatchObject({})
    if (reply.status !== 200) throw new Error(`${reply.status}: ${JSON.stringify(reply.body)}`)
    return reply.body as RequestDetail
  }

  const refrigerators = {
    CategoryId: 3,
    DescriptionOfWork: '6 refrigerators',
    Location: 'Units 1–6',
    Age: 14,
    VendorId: 2,
    InvoiceNumber: 'A-100',
    InvoiceDate: '10/05/2026',
    CheckNumber: '501',
    ClaimedAmount: '$4,290.00',
  }
  const roof = {
    CategoryId: 1,
    DescriptionOfWork: 'Roof of building A',
    Location: 'Building A',
    Age: 22,
    VendorId: 1,
    InvoiceNumber: 'R-7',
    InvoiceDate: '2026-10-01',
    CheckNumber: '502',
    ClaimedAmount: 14200,
  }
  const paint = {
    CategoryId: 13,
    DescriptionOfWork: 'Paint',
    Location: 'Hall',
    Age: 5,
    VendorId: 1,
    InvoiceNumber: 'R-8',
    InvoiceDate: '2026-10-02',
    CheckNumber: '503',
    ClaimedAmount: 410,
  }

  /** Saves a request of Maple Grove, in the shape of the specification's payload. */
  const save = async (items: object[], request: object = {}): Promise<RequestDetail> =>
    detail(
      await post('company.writer', 'SaveReplacementProgress', {
        request: {
          ReplacementReserveRequestId: 0,
          ProjectId: 1,
          Description: 'Autumn works',
          Certified: true,
          ...request,
        },
        items,
        type: 'progress',
        itemDeleteIndexes: [],
      }),
    )

  const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')
  /** Uploads a document of each kind for every item of a request. */
  async function attachAll(request: RequestDetail, kinds = ['Invoice', 'Check', 'Photo']): Promise<void> {
    for (const item of request.items) {
      for (const documentType of kinds) {
        const reply = await portal().upload(
          'company.writer',
          `${path}/ReplacementReserveFileUpload`,
          {
            moduleId: String(request.replacementReserveRequestId),
            subModuleId: String(item.replacementReserveRequestItemId),
            documentType,
          },
          [{ name: `${documentType}.pdf`, content: pdf }],
        )
        expect(reply.status).toBe(200)
      }
    }
  }

  /** Saves a request, uploads its documents and submits it. */
  async function submitted(
    items: object[] = [{ ...roof, InvoiceNumber: crypto.randomUUID() }],
  ): Promise<RequestDetail> {
    const request = await save(items)
    await attachAll(request)
    return detail(await post('company.writer', `Submit/${request.replacementReserveRequestId}`))
  }

  /** The balance of the reserve account of property 1, in dollars. */
  const balance = async (): Promise<number> =>
    Number(
      (
        await portal().owner.query(
          'select sum(amount) as sum from reserve_entry where reserve_account_id = 1',
        )
      ).rows[0].sum,
    )
  /** The mails about a request in the order in which they were written. */
  const mails = async (
    requestId: number,
  ): Promise<{ event: string; recipients: { email: string; kind?: string }[] }[]> =>
    (
      await portal().owner.query(
        `select event, recipients from outbox where entity = 'ReplacementReserveRequest' and row_id = $1 order by outbox_id`,
        [requestId],
      )
    ).rows
  /** The items of the first line that are certain duplicates (hard matches). */
  const hard = (request: RequestDetail) =>
    request.items[0]!.duplicates.filter((match) => match.kind === 'hard')
  return { path, post, detail, refrigerators, roof, paint, save, attachAll, submitted, balance, mails, hard }
}
