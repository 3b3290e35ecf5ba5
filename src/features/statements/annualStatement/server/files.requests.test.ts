import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkFile, getSheets, toOpenedFile, writeBook } from '#engines/worksheet/model/book.ts'
import { toImportedRows } from '#engines/worksheet/model/index.ts'
import { readBookSheets } from '#engines/worksheet/web/xlsx.ts'
import { openDryPortal } from '#tests/matrix/dryPortal.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { getAnnualStatementBook, getBookLines, getBookLists, readImportedSchedules } from '../model/book.ts'
import { files } from '../model/calls.ts'
import { getAnnualStatementMoney, getAnnualStatementSchedule, parts } from '../model/schedules/index.ts'
import type { Detail } from '../model/statements.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(`insert into permission (user_id, property_id, key, read, write) values (5, 1, 'AFS', true, true)
      on conflict (user_id, key, property_id) do update set read = true, write = true;
    update property set fiscal_year_end_month = 12 where property_id = 1;
    insert into property_requirement (property_id, module_id, required, reason) select 1, module_id, true, 'Sample' from generate_series(1, 20) m (module_id) on conflict do nothing;
    with made as (insert into annual_statement (property_id, year, period_start, period_end, status_id, created_by)
      select 1, y, make_date(y, 1, 1), make_date(y, 12, 31), case y when 2024 then 5 else 1 end, 5 from unnest(array[2024, 2025]) y returning afs_id, year)
    insert into annual_statement_line (afs_id, property_id, code, position, amount, note)
      select afs_id, 1, code, code::integer, year + amount, case when year = 2025 then note end from made,
        (values ('1120', 1000.25, null), ('1131', 12.5, '=about that'), ('5120', 366404, 'Rents'), ('6450', 9860, null)) l (code, amount, note)`)
})
afterAll(() => portal.close())

const readReply = async (reply: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await reply
  expect([status, status === 200 ? null : body]).toEqual([200, null])
  return body as Detail
}
const post = (tail: string, body: object) => portal.ask('company.writer', 'POST', `/api/AFS/${tail}`, body)

test("domain 4: importing a statement's own workbook into the emptied statement restores it, and the import can be undone in one step", async () => {
  const original = await readReply(portal.ask('company.writer', 'GET', '/api/AFS/GetByYear/1/2025'))
  const filed = await readReply(
    post('SaveProgress', {
      request: { afsId: original.afsId, version: original.version },
      notesPayable: [
        {
          lender: '=First Bank',
          accountCode: '2320',
          beginning: 1000.25,
          interestRate: 4.1256,
          secured: true,
          noteDate: '2020-02-29',
        },
        { lender: 'Sponsor', payments: 0, paymentTerms: 'Deferred' },
      ],
      cashFlows: [{ code: 'C110', amount: 12.5 }],
    }),
  )
  const bytes = await writeBook(getAnnualStatementBook(filed), {
    lines: getBookLines(filed),
    lists: getBookLists(filed),
  })
  const getEnteredValues = (detail: Detail) => [
    detail.lines.map(({ code, amount, note }) => ({ code, amount, note })),
    detail.notesPayable.map(({ afsNotesPayableId: _, origins: __, clientKey: ___, ...line }) => line),
    detail.cashFlows.map(({ code, amount }) => ({ code, amount })),
  ]
  const emptied = await readReply(
    post(`ImportFigures/${filed.afsId}`, {
      version: filed.version,
      fileName: 'one.csv',
      lists: { notesPayable: [{ lender: 'Other' }], cashFlows: [] },
      rows: filed.lines.map(({ code }, index) => ({ row: index + 1, code, amount: null, note: null })),
    }),
  )
  expect([emptied.lines, emptied.totals]).toEqual([[], null])
  const { rows, lists } = checkFile(
    toOpenedFile(
      await readBookSheets(bytes, getSheets(getAnnualStatementBook(emptied))),
      getAnnualStatementBook(emptied),
    ),
    getAnnualStatementBook(emptied),
  )
  const ready = rows.filter((row) => row.leftOutReason === null && row.faults.length === 0)
  const body = {
    version: emptied.version,
    fileName: 'statement.xlsx',
    rows: toImportedRows(ready),
    ...readImportedSchedules(lists),
  }
  const secondImport = await readReply(post(`ImportFigures/${filed.afsId}`, body))
  expect(getEnteredValues(secondImport)).toEqual(getEnteredValues(filed))
  expect(secondImport.notesPayable[1]?.origins).toMatchObject({
    payments: { file: 'statement.xlsx', sheet: 'Notes payable', row: 3 },
  })
  expect(secondImport.lines[0]?.origins?.amount).toMatchObject({
    file: 'statement.xlsx',
    sheet: 'Balance sheet',
  })
  const restoredStatement = await readReply(
    post(`TakeImportBack/${filed.afsId}`, { version: secondImport.version }),
  )
  expect([restoredStatement.lines, restoredStatement.totals, restoredStatement.lastImport]).toEqual([
    [],
    null,
    null,
  ])
  expect([restoredStatement.notesPayable, restoredStatement.cashFlows]).toEqual([emptied.notesPayable, []])
})

test('importing all schedules takes at most 20 SQL statements, and deleting the draft deletes the import', async () => {
  const { afsId, version } = await readReply(portal.ask('company.writer', 'GET', '/api/AFS/GetByYear/1/2025'))
  const { served } = await import('./index.ts')
  const dry = await openDryPortal(portal, served)
  const buildLine = (part: (typeof parts)[number]) => {
    const { lines } = getAnnualStatementSchedule(part)
    return {
      ...(lines && { code: lines[0]!.code }),
      [getAnnualStatementMoney(getAnnualStatementSchedule(part))[0]!]: 100,
    }
  }
  const body = {
    version,
    fileName: 'all.xlsx',
    rows: [{ row: 2, code: '1120', amount: 7, name: 'Cash' }],
    lists: Object.fromEntries(parts.map((part) => [part, [buildLine(part)]])),
    places: Object.fromEntries(parts.map((part) => [part, [2]])),
  }
  const reply = await dry.ask('company.writer', files.importFigures, {
    url: `/api/AFS/ImportFigures/${afsId}`,
    body,
  })
  await dry.close()
  expect([reply.status, reply.body]).toMatchObject([
    200,
    Object.fromEntries(parts.map((part) => [part, [{}]])),
  ])
  expect(reply.statements).toBeLessThanOrEqual(20)
  await readReply(post(`ImportFigures/${afsId}`, body))
  const loadImports = () => portal.owner.query(`select file from figure_import where record_id = $1`, [afsId])
  expect((await loadImports()).rows).toEqual([{ file: 'all.xlsx' }])
  expect((await portal.ask('company.writer', 'DELETE', `/api/AFS/${afsId}`)).status).toBe(200)
  expect((await loadImports()).rows).toEqual([])
})
