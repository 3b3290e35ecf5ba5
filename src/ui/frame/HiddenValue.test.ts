import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { setSession } from '#kernel/web/session.ts'
import { columns, hiddenWhere } from '../table/columns.tsx'
import { Facts } from './Facts.tsx'

// Test files of one process share the session, so another file may have signed a person in.
beforeEach(() => setSession(null))

const removeTags = (markup: string): string => markup.replaceAll(/<[^>]+>/g, '|')

test('RPT hidden is not No: a hidden fact reads “Not shown to you”, and a fact without a value is a dash', () => {
  const facts = [
    { label: 'Approved', value: '', hidden: true },
    { label: 'Claimed', value: '' },
    { label: 'Paid', value: '$5.00', hidden: true },
  ]
  const markup = removeTags(renderToStaticMarkup(createElement(Facts, { facts })))
  expect(markup).toContain('|Approved|')
  expect(markup.match(/Not shown to you/g)).toHaveLength(2)
  expect(markup).not.toContain('$5.00')
  expect(markup).toMatch(/Claimed\|+–/)
})

test('RPT hidden is not No: a hidden cell reads “Not shown to you” on screen, in the search and in files', () => {
  type Row = { amount: number | null; isHidden: boolean }
  const column = hiddenWhere(
    columns<Row>().money('Approved', (row) => row.amount),
    (row) => row.isHidden,
  )
  const [hidden, blank] = [
    { amount: null, isHidden: true },
    { amount: null, isHidden: false },
  ]
  expect([column.text(hidden), column.csv(hidden)]).toEqual(['Not shown to you', 'Not shown to you'])
  const markup = renderToStaticMarkup(column.render(hidden))
  expect(markup.replaceAll(/<[^>]+>/g, '')).toBe('Not shown to you')
  expect(markup).toContain('>Not shown<')
  expect(column.text(blank)).toBe('')
})
