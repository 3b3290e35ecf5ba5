import { expect, test } from 'vitest'
import { findModuleCycles, findSharedScreens } from './module-cycles.ts'

const file = (source: string, ...imports: string[]) => ({
  source,
  dependencies: imports.map((resolved) => ({ resolved })),
})

test('a cycle of modules is found even if no two files import each other', () => {
  const cruised = [
    file('src/core/portfolio/contacts/web/Form.tsx', 'src/core/people/people/web/index.ts'),
    file('src/core/people/people/web/index.ts'),
    file('src/core/people/people/web/User.tsx', 'src/core/people/companies/web/index.ts'),
    file('src/core/people/companies/web/Company.tsx', 'src/core/portfolio/contacts/web/index.ts'),
    // Imports on the server side do not count for the web side.
    file('src/core/people/people/server/store.ts', 'src/core/portfolio/contacts/server/index.ts'),
  ]
  expect(findModuleCycles(cruised)).toEqual(['module circle (web): contacts → people → companies → contacts'])
  expect(findModuleCycles(cruised.slice(1))).toEqual([])
})

test('a screen that a manifest loads may not be exported to other modules, but parts of its module may import it', () => {
  const files = [
    { path: 'src/core/people/people/web/module.ts', text: `load: () => import('./CompanyUsers.tsx')` },
    { path: 'src/core/people/people/web/index.ts', text: `export { default } from './CompanyUsers.tsx'` },
    { path: 'src/core/people/people/web/User.tsx', text: `import { columns } from './CompanyUsers.tsx'` },
  ]
  expect(findSharedScreens(files)).toEqual([
    'src/core/people/people/web/index.ts imports src/core/people/people/web/CompanyUsers.tsx, which its module’s manifest loads when it is needed',
  ])
  expect(findSharedScreens([files[0]!, files[2]!])).toEqual([])
})
