import { expect } from 'vitest'
import type { Detail } from '#modules/reserves/replacementReserve/model/requests.ts'
import type { Portal, Reply } from '#tests/portal.ts'

/** Ready-made steps of the request tests over a portal that is open by the time they are called. */
export function filing(portal: () => Portal) {
  const path = '/api/ReplacementReserve'
  const post = (persona: string, call: string, body: unknown = {}): Promise<Reply> =>
    portal().ask(persona, 'POST', `${path}/${call}`, body)
  const detail = (reply: Reply): Detail => {
    expect(reply.body).toMatchObject({})
    if (reply.status !== 200) throw new Error(`${reply.status}: ${JSON.stringify(reply.body)}`)
    return reply.body as Detail
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

  /** A request of Maple Grove as the specification's payload has it. */
  const save = async (items: object[], request: object = {}): Promise<Detail> =>
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
  async function attachAll(request: Detail, kinds = ['Invoice', 'Check', 'Photo']): Promise<void> {
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

  async function submitted(
    items: object[] = [{ ...roof, InvoiceNumber: crypto.randomUUID() }],
  ): Promise<Detail> {
    const request = await save(items)
    await attachAll(request)
    return detail(await post('company.writer', `Submit/${request.replacementReserveRequestId}`))
  }

  const balance = async (): Promise<number> =>
    Number(
      (
        await portal().owner.query(
          'select sum(amount) as sum from reserve_entry where reserve_account_id = 1',
        )
      ).rows[0].sum,
    )
  const mails = async (
    requestId: number,
  ): Promise<{ event: string; recipients: { email: string; kind?: string }[] }[]> =>
    (
      await portal().owner.query(
        `select event, recipients from outbox where entity = 'ReplacementReserveRequest' and row_id = $1 order by outbox_id`,
        [requestId],
      )
    ).rows
  const hard = (request: Detail) => request.items[0]!.duplicates.filter((match) => match.kind === 'hard')
  return { path, post, detail, refrigerators, roof, paint, save, attachAll, submitted, balance, mails, hard }
}
