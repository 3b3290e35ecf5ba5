import { describe, expect, test } from 'vitest'
import { actionForKey, commitForKey } from './keys.ts'
import { nextProblem, selection } from './moves.ts'
import type { Sheet } from './sheet.ts'
import { begin, reduceSheet, type SheetAction } from './state.ts'

const sheet: Sheet = {
  rounding: true,
  columns: [
    { key: 'a', label: 'A' },
    { key: 'b', label: 'B' },
    { key: 'fixed', label: 'Fixed', readOnly: true },
  ],
  lines: [
    { key: 'h', label: 'Heading', kind: 'heading' },
    { key: '1', label: 'One' },
    { key: '2', label: 'Two' },
    { key: 'h2', label: 'Heading', kind: 'heading' },
    { key: '3', label: 'Three' },
    { key: 'sum', label: 'Sum', kind: 'computed', formula: (read) => read('1') + read('2') },
  ],
}
const start = begin(sheet, { '1': { a: 10, b: 11 }, '2': { a: 20 } })
const runActions = (...actions: SheetAction[]) =>
  actions.reduce((state, action) => reduceSheet(sheet, state, action), start)
const go = (line: number, column: number): SheetAction => ({ type: 'go', to: { line, column } })

describe('moving', () => {
  test('begins below the heading, skips headings and stops at the ends', () => {
    expect(start.active).toEqual({ line: 1, column: 0 })
    expect(runActions(go(2, 0), { type: 'step', lines: 1, columns: 0 }).active).toEqual({
      line: 4,
      column: 0,
    })
    expect(runActions(go(4, 0), { type: 'step', lines: -1, columns: 0 }).active).toEqual({
      line: 2,
      column: 0,
    })
    expect(runActions({ type: 'step', lines: -10, columns: -1 }).active).toEqual({ line: 1, column: 0 })
    expect(runActions({ type: 'edge', lines: 1, columns: 1 }).active).toEqual({ line: 5, column: 2 })
    expect(runActions({ type: 'edge', lines: 0, columns: 1 }).active).toEqual({ line: 1, column: 1 })
  })

  test('Shift extends the selection, and moving without it ends the selection', () => {
    const sheetState = runActions(go(2, 1), { type: 'step', lines: -1, columns: -1, extend: true })
    expect(selection(sheetState)).toEqual({ from: { line: 1, column: 0 }, to: { line: 2, column: 1 } })
    expect(selection(reduceSheet(sheet, sheetState, { type: 'step', lines: 1, columns: 0 })).from).toEqual({
      line: 2,
      column: 0,
    })
    expect(selection(runActions({ type: 'all' }))).toEqual({
      from: { line: 1, column: 0 },
      to: { line: 5, column: 2 },
    })
  })
})

describe('skipping computed cells', () => {
  const key = (name: string, more = {}) =>
    actionForKey({ key: name, ctrl: false, shift: false, alt: false, ...more }, '') as SheetAction

  test('Enter moves down the column, skips headings and computed lines, and stops at the end', () => {
    const sheetActions = [key('Enter'), key('Enter'), key('Enter'), key('Enter')]
    expect(
      sheetActions.map((_, index) => runActions(...sheetActions.slice(0, index + 1)).active.line),
    ).toEqual([2, 4, 4, 4])
    expect(runActions(go(4, 0), key('Enter', { shift: true })).active.line).toBe(2)
  })

  test('arrows skip computed cells, but stop at them with Ctrl', () => {
    expect(runActions(go(4, 1), key('ArrowDown')).active).toEqual({ line: 4, column: 1 })
    expect(runActions(go(4, 1), key('ArrowRight')).active).toEqual({ line: 4, column: 1 })
    expect(runActions(go(4, 1), key('ArrowDown', { ctrl: true })).active).toEqual({ line: 5, column: 1 })
    expect(runActions(go(4, 1), key('ArrowRight', { ctrl: true })).active).toEqual({ line: 4, column: 2 })
    // From a computed cell, for example after a click, the arrows return to the editable cells.
    expect(runActions(go(5, 0), key('ArrowUp')).active).toEqual({ line: 4, column: 0 })
    expect(runActions(go(2, 2), key('ArrowLeft')).active).toEqual({ line: 2, column: 1 })
  })

  test('Tab in the last editable cell of a line moves to the next line', () => {
    const tab = (line: number, column: number, back = false) =>
      runActions(
        go(line, column),
        { type: 'edit', text: '5' },
        { type: 'commit', text: '5', lines: 0, columns: back ? -1 : 1 },
      ).active
    expect([tab(1, 0), tab(1, 1), tab(2, 1), tab(4, 1), tab(4, 0, true)]).toEqual([
      { line: 1, column: 1 },
      { line: 2, column: 0 },
      { line: 4, column: 0 },
      { line: 4, column: 1 },
      { line: 2, column: 1 },
    ])
  })

  test('the selection can extend to computed cells, for copying', () => {
    expect(runActions(go(4, 1), key('ArrowDown', { shift: true })).active).toEqual({ line: 5, column: 1 })
  })

  test('in a read-only worksheet the arrows stop at every cell', () => {
    const read = { ...sheet, readOnly: true }
    expect(reduceSheet(read, begin(read, {}), key('ArrowRight')).active).toEqual({ line: 1, column: 1 })
    expect(
      reduceSheet(read, { ...begin(read, {}), active: { line: 4, column: 2 } }, key('ArrowDown')).active.line,
    ).toBe(5)
  })

  test('the next problem is the one after the cursor, and the first one after the last', () => {
    const problems = [
      { line: 1, column: 1 },
      { line: 4, column: 0 },
    ]
    expect(nextProblem(problems, { line: 1, column: 0 })).toEqual(problems[0])
    expect(nextProblem(problems, { line: 1, column: 1 })).toEqual(problems[1])
    expect(nextProblem(problems, { line: 4, column: 0 })).toEqual(problems[0])
    expect(nextProblem([], { line: 4, column: 0 })).toBeNull()
  })
})

describe('typing', () => {
  test('enters the value and moves on', () => {
    const state = runActions(
      { type: 'edit', text: '7' },
      { type: 'commit', text: '$1,000.6', lines: 1, columns: 0 },
    )
    expect([state.cells['1']?.a, state.active.line, state.editing, state.entered]).toEqual([1001, 2, null, 0])
    expect(state.said).toBe('1 cell rounded to whole dollars.')
  })

  test('an invalid amount leaves the cell open and is reported', () => {
    const state = runActions({ type: 'edit', text: 'x' }, { type: 'commit', text: 'x', lines: 1, columns: 0 })
    expect([state.editing, state.refusal, state.active.line]).toEqual(['x', 'Enter an amount.', 1])
    expect(reduceSheet(sheet, state, { type: 'cancel' })).toMatchObject({ editing: null, refusal: '' })
  })

  test('a letter, or a text left behind, is refused in words, and the cell keeps its value', () => {
    const press = (key: string, acceptsText = false) =>
      actionForKey({ key, ctrl: false, shift: false, alt: false }, '', acceptsText, (name) => name === 't')
    for (const key of ['a', 'é', '１']) {
      const state = runActions(go(1, 0), press(key)!)
      expect(state).toMatchObject({ editing: null, cells: start.cells })
      expect(state.refusal).toBe(`“${key}” was not entered. Enter an amount.`)
      expect(reduceSheet(sheet, state, go(2, 0)).refusal).toBe('')
      expect(reduceSheet(sheet, state, press('5')!)).toMatchObject({ editing: '5', refusal: '' })
    }
    expect(press('t')).toBeNull()
    expect(press('t', true)).toEqual({ type: 'edit', text: 't' })
    const left = runActions(go(1, 0), { type: 'edit', text: '1' }, { type: 'refuse', text: '12abc' })
    expect(left).toMatchObject({ editing: null, cells: start.cells })
    expect(left.refusal).toMatch(/^“12abc” was not entered/)
    expect(runActions(go(1, 2), press('a')!)).toMatchObject({ refusal: '', said: 'Cannot be changed.' })
  })

  test('read-only columns and computed lines do not open', () => {
    expect(runActions(go(1, 2), { type: 'edit', text: '' }).editing).toBeNull()
    expect(runActions(go(5, 0), { type: 'edit', text: '' }).editing).toBeNull()
  })

  test('a text that is committed twice is not entered into the next cell', () => {
    const commit: SheetAction = { type: 'commit', text: '7', lines: 1, columns: 0 }
    expect(runActions({ type: 'edit', text: '' }, commit, commit).cells['2']?.a).toBe(20)
  })
})

describe('blocks', () => {
  test('a paste fills from the corner, skips read-only cells, and reports unreadable cells', () => {
    const state = runActions(go(1, 0), { type: 'paste', text: '1\t2\t3\nx\t5\nlost\n(6)\t7\n' })
    expect(state.cells).toMatchObject({ '1': { a: 1, b: 2 }, '2': { a: 20, b: 5 }, '3': { a: -6, b: 7 } })
    expect(state.cells['1']).not.toHaveProperty('fixed')
    expect(state.said).toBe('Pasted 5 cells. Not read, and left as before: Two, A “x”.')
    expect(runActions(go(1, 0), { type: 'paste', text: '1\t2\nx\t5' }, { type: 'undo' }).cells).toEqual(
      runActions(go(1, 0)).cells,
    )
    expect(selection(state)).toEqual({ from: { line: 1, column: 0 }, to: { line: 4, column: 2 } })
  })

  test('a paste reports the number of rounded cells', () => {
    expect(runActions(go(1, 0), { type: 'paste', text: '1.20\t2\n3.5\t4.00' }).said).toBe(
      'Pasted 4 cells. 2 cells rounded to whole dollars.',
    )
  })

  test('a single copied cell fills the entire selection', () => {
    const state = runActions(
      go(1, 0),
      { type: 'go', to: { line: 2, column: 1 }, extend: true },
      { type: 'paste', text: '9' },
    )
    expect(state.cells).toMatchObject({ '1': { a: 9, b: 9 }, '2': { a: 9, b: 9 } })
  })

  test('a block whose first column contains the codes of lines is not pasted', () => {
    const accounts: Sheet = {
      ...sheet,
      lines: [
        { key: '6450', label: '6450 Electricity' },
        { key: '6452', label: '6452 Gas' },
      ],
    }
    const pasted = (text: string) => reduceSheet(accounts, begin(accounts, {}), { type: 'paste', text })
    for (const text of ['6450\t5\n6452\t6', 'Account\tBudget\n6452\t6', '6450 Electricity\t5\n6452 Gas\t'])
      expect([pasted(text).cells, pasted(text).said]).toEqual([{}, expect.stringContaining('holds codes')])
    expect(pasted('6450\n6452').cells).toEqual({ 6450: { a: 6450 }, 6452: { a: 6452 } })
    expect(pasted('6450\t5\n7000\t6').cells).toEqual({ 6450: { a: 6450, b: 5 }, 6452: { a: 7000, b: 6 } })
  })

  test('a paste over the edge is cut off', () => {
    expect(runActions(go(4, 1), { type: 'paste', text: '1\t2\n3\t4\n5\t6' }).cells['3']).toEqual({ b: 1 })
  })

  test('fill-down copies the first line of the selection, or the line above a single cell', () => {
    const down = runActions(
      go(1, 0),
      { type: 'go', to: { line: 4, column: 1 }, extend: true },
      { type: 'fillDown' },
    )
    expect(down.cells).toMatchObject({ '2': { a: 10, b: 11 }, '3': { a: 10, b: 11 } })
    expect(runActions(go(4, 0), { type: 'fillDown' }).cells['3']).toEqual({ a: 20 })
  })

  test('clearing empties the editable cells', () => {
    const state = runActions({ type: 'all' }, { type: 'clear' })
    expect(state.cells).toMatchObject({ '1': { a: null, b: null }, '2': { a: null } })
    expect(state.said).toBe('Cleared 3 cells.')
  })
})

describe('undo', () => {
  test('undoes entire actions one by one, and redoes them', () => {
    const sheetState = runActions(go(1, 0), { type: 'paste', text: '1\t2' }, go(2, 0), { type: 'clear' })
    const once = reduceSheet(sheet, sheetState, { type: 'undo' })
    expect(once.cells).toMatchObject({ '1': { a: 1, b: 2 }, '2': { a: 20 } })
    const twice = reduceSheet(sheet, once, { type: 'undo' })
    expect(twice.cells).toBe(start.cells)
    expect(reduceSheet(sheet, twice, { type: 'undo' }).said).toBe('Nothing to undo.')
    const again = reduceSheet(sheet, reduceSheet(sheet, twice, { type: 'redo' }), { type: 'redo' })
    expect(again.cells).toEqual(sheetState.cells)
  })

  test('a new action removes the redo steps, and an action without a change cannot be undone', () => {
    const undone = runActions({ type: 'clear' }, { type: 'undo' }, go(2, 0), { type: 'clear' })
    expect(undone.redo).toEqual([])
    expect(runActions(go(4, 0), { type: 'clear' }).undo).toEqual([])
  })

  test('values from the server clear the undo steps', () => {
    const state = runActions({ type: 'clear' }, { type: 'load', cells: {} })
    expect([state.cells, state.undo]).toEqual([{}, []])
  })
})

describe('keys', () => {
  const press = (key: string, more = {}) =>
    actionForKey({ key, ctrl: false, shift: false, alt: false, ...more }, 'shown')

  test('work as in a spreadsheet', () => {
    expect(press('ArrowDown', { shift: true })).toMatchObject({
      type: 'step',
      lines: 1,
      columns: 0,
      extend: true,
    })
    expect(press('ArrowLeft', { ctrl: true })).toEqual({
      type: 'step',
      lines: 0,
      columns: -1,
      extend: false,
      every: true,
    })
    expect(press('ArrowUp', { ctrl: true, shift: true })).toMatchObject({
      type: 'edge',
      lines: -1,
      extend: true,
    })
    expect(press('Enter', { shift: true })).toEqual({ type: 'step', lines: -1, columns: 0 })
    expect(press('End', { ctrl: true })).toEqual({ type: 'edge', lines: 1, columns: 1, extend: false })
    expect(press('F2')).toEqual({ type: 'edit', text: 'shown' })
    expect(press('7')).toEqual({ type: 'edit', text: '7' })
    expect(press('d', { ctrl: true })).toEqual({ type: 'fillDown' })
    expect(press('Z', { ctrl: true, shift: true })).toEqual({ type: 'redo' })
  })

  test('a letter opens only a text cell, so that it works as a key of the screen elsewhere', () => {
    const pressKey = (key: string, acceptsText: boolean) =>
      actionForKey({ key, ctrl: false, shift: false, alt: false }, '', acceptsText)
    expect(['t', 'g', '['].map((key) => pressKey(key, false))).toEqual([null, null, null])
    expect(['t', '[', '='].map((key) => pressKey(key, true)?.type)).toEqual(['edit', 'edit', 'edit'])
    expect(['=', '(', '-', '.', '$', '7'].map((key) => pressKey(key, false)?.type)).toEqual(
      Array(6).fill('edit'),
    )
  })

  test('Tab leaves the grid while no cell is open, and Ctrl+C and V are left to the browser', () => {
    expect([press('Tab'), press('c', { ctrl: true }), press('v', { ctrl: true }), press('F5')]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  test('in an open cell Enter and Tab enter the text, Escape cancels, and other keys type', () => {
    const inside = (key: string, shift = false) => commitForKey({ key, ctrl: false, shift, alt: false })
    expect([inside('Enter'), inside('Tab', true), inside('Escape'), inside('ArrowLeft')]).toEqual([
      { lines: 1, columns: 0 },
      { lines: 0, columns: -1 },
      'cancel',
      null,
    ])
  })
})
