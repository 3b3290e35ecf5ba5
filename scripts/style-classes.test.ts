import { expect, test } from 'vitest'
import { strayClasses } from './style-classes.ts'

const sheet = (text: string) => ({ path: 'src/ui/table/bar.module.css', text })
const screen = (text: string) => ({
  path: 'src/ui/table/Bar.tsx',
  text: `import css from './bar.module.css'\n${text}`,
})

test('a class renamed on one side alone is found on both', () => {
  expect(
    strayClasses([sheet('.deeds > b:hover { gap: 0.5rem; }'), screen('<p className={css.actions} />')]),
  ).toEqual([
    'src/ui/table/Bar.tsx: src/ui/table/bar.module.css has no class actions',
    'src/ui/table/bar.module.css: no screen names its class deeds',
  ])
})

test('classes in selectors of every kind count, those of libraries and of the running program do not', () => {
  const text = `/* .old */ .bar { & text.axis { fill: red; } @media print { td.figure { width: .5rem; } } }
    .bar :global(.mantine-Button-root) { background: url(a.svg); }`
  expect(strayClasses([sheet(text), screen('css.bar; css.axis; css.figure')])).toEqual([])
  expect(strayClasses([sheet(text), screen('css.bar; css[kind]')])).toEqual([])
})
