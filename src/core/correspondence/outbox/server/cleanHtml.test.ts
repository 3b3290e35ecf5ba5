import { expect, test } from 'vitest'
import { cleanHtml } from './cleanHtml.ts'

test('usual rich text is preserved, and everything that could run or load content is removed', () => {
  expect(cleanHtml('<p>Due <b>Friday</b> <script>alert(1)</script><a href="javascript:x">here</a></p>')).toBe(
    '<p>Due <strong>Friday</strong> <a>here</a></p>',
  )
  expect(cleanHtml('<p>&nbsp;</p>')).toBe('')
})

test('text that is too long or too deeply nested is refused before it is parsed', () => {
  const startTime = performance.now()
  expect(() => cleanHtml('<p>'.repeat(30_000))).toThrow()
  expect(() => cleanHtml(`${'<div>'.repeat(61)}x`)).toThrow()
  expect(() => cleanHtml('x'.repeat(200_001))).toThrow()
  expect(performance.now() - startTime).toBeLessThan(1000)
  expect(cleanHtml(`${'<blockquote>'.repeat(20)}x${'</blockquote>'.repeat(20)}`)).toContain('x')
})
