import { createElement } from 'react'
import { useWatch } from 'react-hook-form'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createUploadForm } from '#core/platform/files/web/index.ts'
import { Holiday } from '#core/platform/holidays/model/entities.ts'
import type { Rules } from '#engines/review/model/rules.ts'
import { useFigureRows } from '#engines/worksheet/web/index.ts'
import { agency } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { entity } from '#kernel/model/entity.ts'
import { day, id, number, requiredText } from '#kernel/model/field.ts'
import { serveController } from '#kernel/server/crud.ts'
import { insertRow, lockRow, readRow, updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { ask } from '#kernel/web/api.ts'
import { AmountLines } from '#ui/form/AmountLines.tsx'
import { getField, getPartField } from '#ui/form/Field.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { getLineItems } from '#ui/form/LineItems.tsx'
import { columns } from '#ui/table/DataTable.tsx'

// Each marked line has a misspelled name and must not compile. The type check fails if one compiles.

declare const context: AnyContext

async function misspellRows(): Promise<void> {
  const row = await readRow(context, Holiday, 1)
  // @ts-expect-error a field of a row that was read
  row.nam
  const locked = await lockRow(context, Holiday, 1)
  // @ts-expect-error a field of a row that was locked
  locked.holidayDat
  // @ts-expect-error a field of a new row
  await insertRow(context, Holiday, { nam: 'New Year' })
  // @ts-expect-error a field of a changed row
  await updateRow(context, Holiday, 1, { holidayDat: '2026-01-01' })
  // @ts-expect-error the value of a field
  await updateRow(context, Holiday, 1, { name: 1 })
}

function misspellEntity(): void {
  const shared = {
    table: 'sample',
    label: 'Sample',
    fields: { sampleId: id(), name: requiredText('Name', 100), units: number('Units'), closedOn: day('Day') },
  }
  // @ts-expect-error the key of an entity
  entity('Sample', { ...shared, key: 'sampelId' })
  // @ts-expect-error a field that the agency alone reads
  entity('Sample', { ...shared, key: 'sampleId', agencyOnly: ['unit'] })
  // @ts-expect-error a field that the server alone writes
  entity('Sample', { ...shared, key: 'sampleId', serverOnly: ['closedAt'] })
}

const holidays = controller(Holiday, { path: '/api/Sample', read: agency('read'), write: agency('write') })

function misspellHooks(): void {
  serveController(holidays, {
    // @ts-expect-error a field of the stored row that a hook is given
    before: async (_context, values, stored) => ({ ...values, name: stored?.nam }),
  })
  serveController(holidays, {
    // @ts-expect-error the name of a hook
    beforeRemoval: async () => undefined,
  })
}

const upload = call({
  method: 'POST',
  path: '/api/Sample/Upload/:sampleId',
  access: agency('write'),
  params: z.object({ sampleId: z.int() }),
  query: z.object({ year: z.int().optional() }),
  body: z.object({ documentType: z.string(), title: z.string().optional() }),
  bodyType: 'multipart',
  answer: z.object({ fileId: z.int() }),
  summary: 'A sample',
})

async function misspellCalls(): Promise<void> {
  const params = { sampleId: 1 }
  const body = { documentType: 'Invoice' }
  // @ts-expect-error a parameter of the address
  await ask(upload, { params: { sampelId: 1 }, body })
  // @ts-expect-error a key of the query
  await ask(upload, { params, query: { yaer: 2026 }, body })
  // @ts-expect-error a field of the body
  await ask(upload, { params, body: { ...body, titel: 'Roof' } })
  // @ts-expect-error a field of an upload
  await ask(upload, { params, body: createUploadForm({ documentTyp: 'Invoice' }) })
  const answer = await ask(upload, { params, body })
  // @ts-expect-error a field of the answer
  answer.fieldId
}

function misspellHandlers(): void {
  // @ts-expect-error a parameter that a handler reads
  serve(upload, async ({ params }) => ({ fileId: params.sampelId }))
  // @ts-expect-error a field that a handler answers
  serve(upload, async () => ({ fieldId: 1 }))
}

type Line = { name: string; amount: number }

function misspellColumns(): void {
  const column = columns<Line>()
  // @ts-expect-error a field of a column
  column.text('Name', (row) => row.nam)
  // @ts-expect-error a text where a column takes dollars
  column.money('Amount', (row) => row.name)
  // @ts-expect-error the name by which a paged list sorts a column
  column.money('Amount', (row) => row.amount, { served: 'amont' })
  const shared = columns<Line, 'number' | 'subject'>()
  // @ts-expect-error the name of a column that the call names in its own way
  shared.text('Subject', (row) => row.name, { served: 'name' })
}

const request = z.object({
  summary: z.string(),
  items: z.array(z.object({ work: z.string(), invoiceDate: z.string().nullable() })),
  rooms: z.array(
    z.object({ moveOuts: z.object({ died: z.number() }), guests: z.array(z.object({ age: z.int() })) }),
  ),
})
type RequestValues = z.input<typeof request>

function misspellFields(): void {
  const Field = getField(request)
  createElement(Field, { name: 'summary' })
  createElement(Field, { name: 'items.2.invoiceDate' })
  createElement(Field, { name: 'rooms.0.moveOuts.died' })
  // @ts-expect-error a field of a form
  createElement(Field, { name: 'sumary' })
  // @ts-expect-error a field of a line
  createElement(Field, { name: 'items.2.invoiceDat' })
  // @ts-expect-error a field of a group in a line
  createElement(Field, { name: 'rooms.0.moveOuts.dead' })
  // @ts-expect-error a line without its number
  createElement(Field, { name: 'items.invoiceDate' })
  // @ts-expect-error a form whose values are not given
  createElement(getField(), { name: 'summary' })
  const City = getPartField<{ city: string }>()
  // @ts-expect-error a field of a part of a form
  createElement(City, { name: 'address.ctiy' })
}

function misspellLines(): void {
  const LineItems = getLineItems(request)
  LineItems({ name: 'items', columns: [{ name: 'work' }], blank: {} })
  LineItems({ name: 'rooms.0.guests', columns: [{ name: 'age' }], blank: {} })
  // @ts-expect-error a list of lines
  LineItems({ name: 'item', columns: [], blank: {} })
  // @ts-expect-error a field that is no list
  LineItems({ name: 'summary', columns: [], blank: {} })
  // @ts-expect-error a column of lines
  LineItems({ name: 'items', columns: [{ name: 'wrok' }], blank: {} })
  // @ts-expect-error a column that rows from a spreadsheet may have
  LineItems({ name: 'items', columns: [], paste: [{ name: 'invoiceDat' }], blank: {} })
}

function useMisspelledLists(): void {
  // @ts-expect-error the rows of a statement
  useFigureRows<RequestValues>('item')
  const amounts = { noun: 'Item', lines: [], selected: null, onSelect: () => undefined }
  AmountLines<RequestValues>({ ...amounts, name: 'items' })
  // @ts-expect-error the list of claimed amounts
  AmountLines<RequestValues>({ ...amounts, name: 'item' })
}

function useMisspelledValues(): void {
  const { form } = useFormParts<RequestValues>()
  // @ts-expect-error a field that is read
  form.getValues('sumary')
  // @ts-expect-error a field that is set
  form.setValue('items.0.wrok', 'Roof')
  // @ts-expect-error the value of a field
  form.setValue('items.0.work', 5)
  // @ts-expect-error a field that is watched
  useWatch({ control: form.control, name: 'item' })
  // @ts-expect-error a field of a watched list
  useWatch({ control: form.control, name: 'items' })[0]?.wrok
  // @ts-expect-error a form whose values are not given
  useFormParts().form.getValues('summary')
}

function misspellRules(): void {
  const rules: Rules<Line, { limit: number }> = {
    // @ts-expect-error a field of the filed record
    'A-1': ({ amont }) => amont > 0 && 'Too much.',
    // @ts-expect-error a fact that a rule reads
    'A-2': ({ amount }, { limt }) => amount > limt && 'Above the limit.',
  }
  void rules
}

test('misspelled names of rows, entities, calls, columns, rules and forms do not compile', () => {
  for (const misspell of [
    misspellEntity,
    misspellHooks,
    misspellHandlers,
    misspellColumns,
    misspellRules,
    misspellFields,
  ])
    expect(misspell).not.toThrow()
  const onlyCompiled = [misspellRows, misspellCalls, misspellLines, useMisspelledLists, useMisspelledValues]
  expect(onlyCompiled.map(({ name }) => name)).toEqual([
    'misspellRows',
    'misspellCalls',
    'misspellLines',
    'useMisspelledLists',
    'useMisspelledValues',
  ])
})
