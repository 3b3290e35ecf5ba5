import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { id, text } from '#kernel/model/field.ts'
import { changesBetween, getConflicts, merge, same } from './merge.ts'

describe('merging typed changes with a newer version of the server', () => {
  test('values not changed here follow the server, and values changed here remain', () => {
    const base = { a: 1, b: 2, version: 1 }
    expect(merge(base, { ...base, a: 9 }, { a: 5, b: 6, version: 2 })).toEqual({ a: 9, b: 6, version: 2 })
  })

  test('a field that the server does not return remains', () => {
    expect(merge({ a: 1, b: 1 }, { a: 1, b: 1 }, { a: 2 })).toEqual({ a: 2, b: 1 })
  })

  test('a new line gets its id even if a line before it was removed since', () => {
    const base = [
      { id: 1, t: 'a' },
      { id: 0, lineKey: 'k', t: 'new' },
    ]
    const mine = [{ id: 0, lineKey: 'k', t: 'new, typed on' }]
    const theirs = [
      { id: 1, t: 'a' },
      { id: 50, t: 'new' },
    ]
    expect(merge(base, mine, theirs)).toEqual([{ id: 50, lineKey: 'k', t: 'new, typed on' }])
  })

  test('a line added here during a save remains, and a new line of the server is added', () => {
    const base = [{ id: 1, t: 'a' }]
    const mine = [
      { id: 1, t: 'a' },
      { id: 0, lineKey: 'k', t: 'later' },
    ]
    const theirs = [
      { id: 1, t: 'a' },
      { id: 9, t: 'by another' },
    ]
    expect(merge(base, mine, theirs)).toEqual([...mine, { id: 9, t: 'by another' }])
  })

  test('a line removed by another user is removed, unless it was changed here', () => {
    const base = [
      { id: 1, t: 'a' },
      { id: 2, t: 'b' },
    ]
    expect(merge(base, base, [{ id: 2, t: 'b' }])).toEqual([{ id: 2, t: 'b' }])
    const mine = [
      { id: 1, t: 'changed' },
      { id: 2, t: 'b' },
    ]
    // Its id no longer exists, so it becomes a new line.
    const [back, other] = merge(base, mine, [{ id: 2, t: 'b' }]) as {
      id: number
      lineKey?: string
      t: string
    }[]
    expect([back, other]).toEqual([{ id: 0, lineKey: expect.any(String), t: 'changed' }, mine[1]])
  })

  test('a line restored after its removal was saved is new, with the same key and its former id', () => {
    const schema = z.object({
      items: z.array(
        z.object({ itemId: id('Item'), clientKey: z.string(), formerId: id('Former'), t: text('T') }),
      ),
    })
    const line = { itemId: 5, clientKey: 'k', t: 'back' }
    const other = { itemId: 6, clientKey: 'l', t: 'stays' }
    const saved = { items: [other] }
    expect(merge(saved, { items: [line, other] }, saved, schema)).toEqual({
      items: [{ ...line, itemId: 0, formerId: 5 }, other],
    })
  })

  test('a line that was stored although the answer was lost does not appear twice', () => {
    const line = { id: 0, lineKey: 'k', t: 'typed on' }
    expect(merge([], [line], [{ id: 7, lineKey: 'k', t: 'typed' }])).toEqual([{ ...line, id: 7 }])
  })

  test('ids with other names are found by the schema, and keys that are sent match their line at any position', () => {
    const schema = z.object({
      items: z.array(z.object({ itemId: id('Item'), clientKey: z.string(), t: text('T') })),
    })
    const payload = { items: [{ itemId: 0, clientKey: 'k', t: 'new' }] }
    const theirs = {
      items: [
        { itemId: 3, clientKey: 'other', t: 'x' },
        { itemId: 4, clientKey: 'k', t: 'new' },
      ],
    }
    expect(merge(payload, payload, theirs, schema)).toEqual({ items: [theirs.items[1], theirs.items[0]] })
    const base = { items: [{ itemId: 7, t: 'a' }] }
    const changed = { items: [{ itemId: 7, t: 'mine' }] }
    expect(
      merge(
        base,
        changed,
        {
          items: [
            { itemId: 8, t: 'b' },
            { itemId: 7, t: 'a' },
          ],
        },
        schema,
      ),
    ).toEqual({
      items: [
        { itemId: 7, t: 'mine' },
        { itemId: 8, t: 'b' },
      ],
    })
  })

  test('lists of plain values are merged as a whole', () => {
    expect(merge([1, 2], [1, 2], [3])).toEqual([3])
    expect(merge([1, 2], [1], [3])).toEqual([1])
  })

  const plain = { noNullPrototype: true }
  const record = fc.record(
    {
      a: fc.integer(),
      b: fc.option(fc.string()),
      items: fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 9 }), t: fc.string() }, plain), {
        selector: (l) => l.id,
      }),
    },
    plain,
  )
  test('without changes here the result is the server’s version, and without changes there it is mine', () => {
    fc.assert(
      fc.property(record, record, (base, other) =>
        same(sortLines(merge(base, base, other)), sortLines(other)),
      ),
    )
    fc.assert(
      fc.property(record, record, (base, other) => {
        const baseIds = new Set(base.items.map((line) => line.id))
        const mine = {
          ...other,
          items: other.items.map((line) =>
            baseIds.has(line.id) ? line : { id: 0, lineKey: `k${line.id}`, t: line.t },
          ),
        }
        return same(merge(base, mine, base), mine)
      }),
    )
  })
  test('applying the changes between two versions to the first results in the second', () => {
    fc.assert(
      fc.property(record, record, (from, to) => {
        const wrapper = { of: from }
        for (const { path, value } of changesBetween(wrapper, { of: to }))
          put(wrapper, path.split('.'), value)
        return same(wrapper.of, to)
      }),
    )
  })
})

describe('the fewest changes', () => {
  test('a new id of a line is one change, and another number of lines changes the list', () => {
    const from = { items: [{ lineKey: 'k', id: 0, t: 'a' }] }
    expect(changesBetween(from, { items: [{ lineKey: 'k', id: 5, t: 'a' }] })).toEqual([
      { path: 'items.0.id', value: 5 },
    ])
    expect(changesBetween(from, { items: [] })).toEqual([{ path: 'items', value: [] }])
  })

  test('lines in another order change the list as a whole', () => {
    const [first, other] = [{ id: 1 }, { id: 2 }]
    expect(changesBetween([first, other], [other, first])).toEqual([{ path: '', value: [other, first] }])
  })
})

/** Sorts the lines, because a merge does not preserve the server's order of lines. */
function sortLines(value: unknown): unknown {
  const { items, ...remaining } = value as { items: { id: number }[] }
  return { ...remaining, items: [...items].sort((item, other) => item.id - other.id) }
}

function put(target: Record<string, unknown>, path: string[], value: unknown): void {
  const [name = '', ...remaining] = path
  if (remaining.length === 0) target[name] = value
  else put(target[name] as Record<string, unknown>, remaining, value)
}

test('values that both sides changed differently are conflicts, also in lines that are matched by identity', () => {
  const base = {
    a: 1,
    b: 1,
    items: [
      { id: 1, t: 'a' },
      { id: 2, t: 'b' },
    ],
  }
  const mine = { a: 2, b: 2, items: [{ id: 2, t: 'mine' }] }
  const theirs = {
    a: 3,
    b: 2,
    items: [
      { id: 1, t: 'changed' },
      { id: 2, t: 'theirs' },
      { id: 3, t: 'new' },
    ],
  }
  expect(getConflicts(base, mine, theirs)).toEqual([
    { path: 'a', mine: 2, theirs: 3 },
    { path: 'items.0.t', mine: 'mine', theirs: 'theirs' },
  ])
  expect(getConflicts(base, base, theirs)).toEqual([])
})
