import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { day, money, requiredText } from '#kernel/model/field.ts'
import { createFaultStore } from './faultStore.ts'
import { faultsOfError, faultsOfIssues, nameFaults, nameOfField, shiftFaults, withoutName } from './faults.ts'

const schema = z.object({
  description: requiredText('Description', 5),
  items: z
    .array(z.object({ invoiceDate: day('Invoice date'), claimedAmount: money('Claimed amount') }))
    .min(1, 'Add at least one item.')
    .meta({ label: 'Items', noun: 'Item' }),
})

describe('faults of a strict submit', () => {
  test('VAL-01 VAL-09 all faults are returned at once, one per field, with the message of the rule', () => {
    const values = { description: '', items: [{ invoiceDate: '2026-02-31', claimedAmount: 1 }] }
    expect(faultsOfIssues(schema.safeParse(values).error?.issues ?? [])).toEqual([
      { field: 'description', message: '*Field is required' },
      { field: 'items.0.invoiceDate', message: 'Enter a date as MM/DD/YYYY.' },
    ])
    const long = schema.safeParse({ description: 'abcdef', items: [] })
    expect(faultsOfIssues(long.error?.issues ?? [])).toEqual([
      { field: 'description', message: 'Text cannot exceed 5 characters.' },
      { field: 'items', message: 'Add at least one item.' },
    ])
  })

  test('every different fault of the rules is returned, also if several have the same field or none', () => {
    const ruled = z.object({ files: z.string().optional() }).superRefine((_, check) => {
      for (const [field, message] of [
        ['', 'Closed.'],
        ['', 'Held.'],
        ['files', 'Roll.'],
        ['files', 'Notice.'],
        ['files', 'Roll.'],
      ])
        check.addIssue({ code: 'custom', path: field ? [field] : [], message: message! })
    })
    expect(faultsOfIssues(ruled.safeParse({}).error?.issues ?? []).map((fault) => fault.message)).toEqual([
      'Closed.',
      'Held.',
      'Roll.',
      'Notice.',
    ])
  })

  test('each fault is named by the label of its field, and in lines by the line number', () => {
    const namedFaults = nameFaults(schema, [
      { field: 'description', message: 'a' },
      { field: 'items.2.invoiceDate', message: 'b' },
      { field: 'items', message: 'c' },
      { field: '', message: 'd' },
    ])
    expect(namedFaults.map((fault) => fault.name)).toEqual([
      'Description',
      'Item 3: Invoice date',
      'Items',
      '',
    ])
  })

  test('the summary removes the name of the field from the beginning of a message', () => {
    const shortened = (name: string, message: string) => withoutName({ field: 'a', name, message })
    expect(shortened('Open inspection', 'Open inspection: answer yes or no.')).toBe('Answer yes or no.')
    expect(shortened('Expires', 'Enter a later day.')).toBe('Enter a later day.')
    expect(shortened('Item 3: Rent', 'Item 3: there is none.')).toBe('there is none.')
    expect(shortened('Item 3: Rent', 'Rent is missing.')).toBe('Rent is missing.')
    expect(shortened('', 'Closed: nothing is paid.')).toBe('Closed: nothing is paid.')
  })

  test('labels of the screen override those of the entity', () => {
    const labels = new Map([
      ['items.*', 'Invoice'],
      ['items.*.invoiceDate', 'Date'],
      ['items.4', '5120 Rent'],
    ])
    expect(nameOfField(schema, 'items.0.invoiceDate', labels)).toBe('Invoice 1: Date')
    expect(nameOfField(schema, 'items.4.invoiceDate', labels)).toBe('5120 Rent: Date')
    expect(nameOfField(schema, 'unknownField')).toBe('Unknown field')
  })

  test('the faults of an error are read, and anything else is ignored', () => {
    const faults = [{ field: 'a', message: 'b' }]
    expect(
      faultsOfError(Object.assign(new Error('no'), { faults: [...faults, { field: 1 }, null] })),
    ).toEqual(faults)
    expect(faultsOfError(new Error('no'))).toEqual([])
    expect(faultsOfError('text')).toEqual([])
  })
})

describe('faults move with their lines', () => {
  const faults = [
    { field: 'items.0.a', message: '0' },
    { field: 'items.2.a', message: '2' },
    { field: 'items', message: 'all' },
    { field: 'itemsTotal', message: 'other' },
  ]

  test('when a line before them is removed', () => {
    expect(shiftFaults(faults, 'items', 1, -1).map((fault) => fault.field)).toEqual([
      'items.0.a',
      'items.1.a',
      'items',
      'itemsTotal',
    ])
  })

  test('faults of the removed line are removed', () => {
    expect(shiftFaults(faults, 'items', 2, -1).map((fault) => fault.message)).toEqual(['0', 'all', 'other'])
  })

  test('when a line is inserted before them', () => {
    expect(shiftFaults(faults, 'items', 1, 1)[1]?.field).toBe('items.3.a')
  })
})

describe('the store of faults', () => {
  test('calls listeners once for a change, and not for a repetition', () => {
    const store = createFaultStore()
    let calls = 0
    store.subscribe(() => {
      calls += 1
    })
    store.replace('schema', [{ field: 'a', message: 'm' }])
    store.replace('schema', [{ field: 'a', message: 'm' }])
    expect(calls).toBe(1)
    expect(store.at('a')).toBe('m')
  })

  test('a fault of the server is removed when its field is changed, and one of the schema remains', () => {
    const store = createFaultStore()
    store.replace('schema', [{ field: 'a', message: 'schema' }])
    store.replace('server', [
      { field: 'b', message: 'server' },
      { field: '', message: 'whole form' },
    ])
    store.answered('a')
    expect(store.all().map((fault) => fault.message)).toEqual(['server', 'schema'])
    store.answered('b')
    expect(store.all().map((fault) => fault.message)).toEqual(['schema'])
  })
})
