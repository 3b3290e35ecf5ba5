import { expect, test } from 'vitest'
import { z } from 'zod'
import { getChildren } from '#ui/form/metadata.ts'

/** Collects the names of all fields in the schemas that modules export, down to a depth of 8. */
function collectDeclaredNames(modules: readonly unknown[]): Set<string> {
  const fieldNames = new Set<string>()
  const visited = new Set<unknown>()
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || visited.has(value) || depth > 8) return
    visited.add(value)
    if (value instanceof z.ZodType) {
      const { fields, line } = getChildren(value)
      for (const [name, schema] of Object.entries(fields ?? {})) {
        fieldNames.add(name)
        visit(schema, depth + 1)
      }
      if (line) visit(line, depth + 1)
      return
    }
    for (const part of Object.values(value)) visit(part, depth + 1)
  }
  for (const module of modules) visit(module, 0)
  return fieldNames
}

const FIELD = /<Field\b[^>]*?\bname="([^"]+)"/g
/**
 * Matches keys and shorthand properties of object literals: a screen may declare a schema of its own there.
 */
const LOCAL_NAME = /\b(\w+)\s*(?:[:,]|\s*\})/g

test('the name of every form field is a field of a schema, so that no input is dropped', async () => {
  const declared = collectDeclaredNames(
    Object.values(
      import.meta.glob(['/src/**/model/*.ts', '/src/**/*Schema.ts', '!/src/**/*.test.ts'], { eager: true }),
    ).filter(Boolean),
  )
  const sources = import.meta.glob<string>(['/src/**/*.tsx', '!/src/**/*.test.tsx'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const wrong: string[] = []
  let count = 0
  for (const [file, source] of Object.entries(sources)) {
    const code = source.replaceAll(FIELD, '')
    const local = new Set([...code.matchAll(LOCAL_NAME)].map((match) => match[1]!))
    for (const [, path] of source.matchAll(FIELD)) {
      const name = path!.split('.').at(-1)!
      count += 1
      if (!declared.has(name) && !local.has(name)) wrong.push(`${file}: ${path}`)
    }
  }
  expect(count).toBeGreaterThan(500)
  expect(wrong).toEqual([])
})
