import { expect, test } from 'vitest'
import { findUnmatchedClasses } from './style-classes.ts'

const makeSheet = (text: string) => ({ path: 'src/ui/table/bar.module.css', text })
const makeScreen = (text: string) => ({
  path: 'src/ui/table/Bar.tsx',
  text: `import css from './bar.module.css'\n${text}`,
})

test('a class that was renamed only in the sheet or only in the screen is reported on both sides', () => {
  expect(
    findUnmatchedClasses([
      makeSheet('.deeds > b:hover { gap: 0.5rem; }'),
      makeScreen('<p className={css.actions} />'),
    ]),
  ).toEqual([
    'src/ui/table/Bar.tsx: src/ui/table/bar.module.css has no class actions',
    'src/ui/table/bar.module.css: no screen names its class deeds',
  ])
})

test('classes count in selectors of every kind, except those of libraries and those chosen at run time', () => {
  const text = `/* .old */ .bar { & text.axis { fill: red; } @media print { td.figure { width: .5rem; } } }
    .bar :global(.mantine-Button-root) { background: url(a.svg); }`
  expect(findUnmatchedClasses([makeSheet(text), makeScreen('css.bar; css.axis; css.figure')])).toEqual([])
  expect(findUnmatchedClasses([makeSheet(text), makeScreen('css.bar; css[kind]')])).toEqual([])
})
