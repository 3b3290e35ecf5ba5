import { expect, test } from 'vitest'
import { getFunctions } from './long-functions.ts'

const text = `const short = () => 1
const words = '€ counts three bytes'
export default function Screen({
  label,
}: { label: string }) {
  const press = () => {
    close()
  }
  return <button onClick={press}>{label}</button>
}
class Box {
  open(): void {
    this.lid = null
  }
}`

test('every function is measured by its body, also after characters of several bytes and in a second file', () => {
  const measured = [
    { path: 'a.tsx', name: 'short', lines: 1 },
    { path: 'a.tsx', name: 'Screen', lines: 6 },
    { path: 'a.tsx', name: 'press', lines: 3 },
    { path: 'a.tsx', name: 'open', lines: 3 },
  ]
  expect(getFunctions({ path: 'a.tsx', text })).toEqual(measured)
  expect(getFunctions({ path: 'a.tsx', text })).toEqual(measured)
})
