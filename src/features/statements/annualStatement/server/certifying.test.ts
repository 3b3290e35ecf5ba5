import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { permission } from '#kernel/model/access.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { runInCall } from '#tests/probe.ts'
import { statementFiling, statementPeople } from '#tests/statementFiling.ts'

let portal: Portal
const { ask, of: readReply, save, complete, certify, clear } = statementFiling(() => portal)
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(statementPeople)
})
afterAll(() => portal.close())
beforeEach(clear)
const loadStatement = (afsId: number) => readReply(ask('company.reader', 'GET', `AFS/GetRequest/${afsId}`))

test('4.12: a certifier is mailed once about the parts that another person changed, and not about their own changes', async () => {
  const { afsId } = await complete(2024)
  const mails = async () => {
    const result = await portal.owner.query<{ body: string; subject: string; to: string[] }>(
      `select body_text as body, subject, array(select r ->> 'email' from jsonb_array_elements(recipients) r) as to
        from outbox where event = 'statement.certificationTakenBack' and row_id = $1 order by outbox_id`,
      [afsId],
    )
    return result.rows
  }
  const saveAmount = async (persona: string, amount: number, content: object = {}) =>
    readReply(
      save(
        { afsId, version: (await loadStatement(afsId)).version },
        { lines: [{ code: '6350', amount }], ...content },
        persona,
      ),
    )
  await readReply(certify('company.writer', afsId, 'Managing agent'))
  await saveAmount('company.writer', 601)
  expect(await mails()).toEqual([])
  await saveAmount('company.admin', 600)
  await readReply(certify('company.writer', afsId, 'Managing agent'))
  await saveAmount('company.admin', 602, {
    fundsHeld: [{ fundKind: 'Operating', institution: 'Other Bank', balance: 500 }],
  })
  await saveAmount('company.admin', 603)
  expect(await mails()).toEqual([
    {
      subject: `FS-${afsId}, Maple Grove Apartments: please certify again`,
      to: ['company.writer@one.example'],
      body: expect.stringMatching(/Income and expense, Funds held\. Your[\s\S]*\/afs\/view\/2024\/1/),
    },
  ])
})

test('changing a figure, the header or a schedule takes a certification back; saving the stored values again does not', async () => {
  const { afsId } = await complete(2024)
  const saveAmount = async (request: object, content: object = {}) =>
    readReply(save({ afsId, version: (await loadStatement(afsId)).version, ...request }, content))
  for (const [request, content] of [
    [{}, { lines: [{ code: '6350', amount: 601 }] }],
    [{ comments: 'New' }, {}],
    [{}, { fundsHeld: [{ fundKind: 'Operating', institution: 'Other Bank', balance: 500 }] }],
  ] as const) {
    await readReply(certify('company.writer', afsId, 'Managing agent'))
    await saveAmount({}, { lines: [] })
    expect((await loadStatement(afsId)).certifications).toHaveLength(1)
    await saveAmount(request, content)
    expect(await loadStatement(afsId)).toMatchObject({
      certifications: [],
      takenBack: { role: 'Managing agent' },
    })
    await saveAmount({}, { lines: [{ code: '6350', amount: 600 }] })
  }
})

test('TRUST-1.6: the database lets no request sign for another person or change a signed certification', async () => {
  const { afsId } = await complete(2024)
  await readReply(certify('company.writer', afsId, 'Managing agent'))
  const certification = await readReply<{ certificationId: number }>(
    ask('company.writer', 'POST', 'Certification/CreateCertificationByUserID/0'),
  )
  const loadCertifications = async () =>
    (await portal.owner.query('select * from certification order by certification_id')).rows
  const before = await loadCertifications()
  for (const set of [
    `name = 'Other'`,
    `user_id = 4`,
    `text_version = 99`,
    `signature = 'Other', certified_at = now() where certified_at is not null`,
    `role = 'Owner' where certified_at is not null`,
    `withdrawn_at = now(), withdrawn_by_id = 5 where certified_at is not null`,
    `withdrawn_at = now(), withdrawn_by_id = 4 where certification_id = ${certification.certificationId}`,
    `afs_id = null where certified_at is not null`,
  ])
    await runInCall(portal, 'company.admin', permission('AFS', 'write'), ({ transaction }) =>
      transaction.query(`update certification set ${set}`),
    )
  expect(await loadCertifications()).toEqual(before)
})

test('smaller 8: the person who began a statement gets the emails of its submission and its return', async () => {
  const { afsId } = await complete(2024)
  const preparer = (
    await portal.owner.query<{ email: string }>(
      `select email from app_user where user_name = 'company.writer'`,
    )
  ).rows[0]!.email
  const findCopies = async (event: string) => {
    const { rows } = await portal.owner.query<{ copies: string[] }>(
      `select array(select r ->> 'email' from jsonb_array_elements(recipients) r where r ->> 'kind' = 'cc') as copies
        from outbox where event = $1 and entity = 'AFS' and row_id = $2`,
      [event, afsId],
    )
    return rows.flatMap(({ copies }) => copies)
  }
  await readReply(certify('company.writer', afsId, 'Managing agent'))
  expect(await findCopies('statement.submitted')).toEqual([])
  // The second certification, by another person, submits it.
  await readReply(certify('company.admin', afsId, 'Owner'))
  expect(await findCopies('statement.submitted')).toContain(preparer)
  await readReply(
    ask('agency.write', 'POST', 'AFS/ChangeStatus', {
      requestId: afsId,
      statusId: 1,
      reason: 'A page is missing.',
    }),
  )
  expect(await findCopies('statement.returned')).toContain(preparer)
})
