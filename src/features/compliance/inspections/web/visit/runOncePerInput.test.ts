import { expect, test } from 'vitest'
import { runOncePerInput } from './runOncePerInput.ts'

test('equal inputs in a row run the work once, and changed inputs or failed work run it again', async () => {
  const descriptions: string[] = []
  let fails = false
  const store = runOncePerInput(async (description: string) => {
    if (fails) throw new Error('No room.')
    descriptions.push(description)
    return descriptions.length
  })
  expect(await Promise.all([store('Smoke alarm'), store('Smoke alarm')])).toEqual([1, 1])
  expect(await store('Smoke alarm')).toBe(1)
  expect(await store('Smoke alarm missing')).toBe(2)
  fails = true
  await expect(store('Stain')).rejects.toThrow('No room.')
  fails = false
  expect(await store('Stain')).toBe(3)
  expect(descriptions).toEqual(['Smoke alarm', 'Smoke alarm missing', 'Stain'])
})
