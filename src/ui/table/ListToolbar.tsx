import { Button, NativeSelect } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { VIEW_ALL } from '#kernel/model/text.ts'
import { IconLetterCase } from '../frame/icons.ts'
import { useNarrow } from '../frame/useNarrow.ts'
import type { CsvImportOptions } from './CsvImport.tsx'
import { CsvImportButton } from './CsvImportButton.tsx'
import type { Column } from './columns.tsx'
import type { LongList } from './exportStore.ts'
import { FileButtons } from './FileButtons.tsx'
import { ColumnPanel, FilterPanel } from './TablePanels.tsx'
import { AlphabetBar, FilterSelect, PageSize, SearchBox } from './TableToolbar.tsx'
import type { TableFilter, TableState } from './tableState.ts'
import styles from './toolbar.module.css'
import { ViewPanel } from './ViewPanel.tsx'
import type { SavedView } from './viewStore.ts'

/** Up to this number of rows the letters are folded, because they are hardly needed. */
const shortList = 100

/** Selects the order of the rows on cards, which have no table head. */
function SortSelect<Row>({
  columns,
  state,
  onChange,
}: {
  columns: readonly Column<Row>[]
  state: TableState
  onChange: (change: Partial<TableState>) => void
}) {
  const options = columns
    .filter(({ sortable }) => sortable)
    .flatMap(({ id, label }) => [
      { value: id, label: `${label}, up` },
      { value: `-${id}`, label: `${label}, down` },
    ])
  return (
    <NativeSelect
      size="xs"
      className={styles.order}
      aria-label="Order"
      data={[{ value: '', label: 'Order: as it comes' }, ...options]}
      value={state.sortBy ? `${state.descending ? '-' : ''}${state.sortBy}` : ''}
      onChange={({ currentTarget: { value } }) => {
        const descending = value.startsWith('-')
        onChange({ sortBy: (descending ? value.slice(1) : value) || null, descending })
      }}
    />
  )
}

/** The button that shows or hides the letters of a short list. */
function Letters({ unfolded, onChange }: { unfolded: boolean; onChange: (unfolded: boolean) => void }) {
  return (
    <Button
      size="xs"
      variant="default"
      title="Letters"
      aria-label="Letters"
      aria-expanded={unfolded}
      onClick={() => onChange(!unfolded)}
    >
      <IconLetterCase size={16} aria-hidden />
    </Button>
  )
}

/**
 * Shows the controls above the rows of a list, in one line: filters at the left, display options at the
 * right.
 */
export function ListToolbar<Row>({
  rows,
  columns,
  choosable = columns,
  filtered = columns,
  filters,
  state,
  onChange,
  counted,
  letters,
  views,
  most,
  tools,
  importCsv,
  exportCsv,
  exportExcel,
  long,
  files,
}: {
  /** The rows whose values are offered in the column filters. */
  rows: readonly Row[]
  /** The sortable columns. */
  columns: readonly Column<Row>[]
  /** The columns that the user can show or hide. The default is the sortable columns. */
  choosable?: readonly Column<Row>[]
  /** The columns with filters. The default is the sortable columns. */
  filtered?: readonly Column<Row>[]
  filters?: readonly TableFilter<Row>[]
  state: TableState
  onChange: (change: Partial<TableState>) => void
  /** The number of displayed rows. */
  counted: ReactNode
  /** The number of rows that the letters filter. Undefined for lists without letters. */
  letters: number | undefined
  /** The name of the list: in its stored views, and in the address. */
  views: { list: string; name: string; aside?: (view: SavedView) => ReactNode }
  /** The maximal number of rows per page, if the server cuts the pages. */
  most?: number
  tools?: ReactNode
  importCsv?: CsvImportOptions
  exportCsv: () => unknown
  exportExcel: () => unknown
  /** Set for lists that may have very many rows. See `FileButtons`. */
  long?: LongList | undefined
  /** Buttons for further files. */
  files?: ReactNode
}) {
  const narrow = useNarrow()
  const folds = letters !== undefined && (narrow || letters <= shortList)
  const [unfolded, setUnfolded] = useState(state.letter !== VIEW_ALL)
  const shared = { columns, state, onChange }
  return (
    <>
      <div className={styles.toolbar}>
        <div className={styles.tools} data-noprint>
          <SearchBox value={state.search} onChange={(search) => onChange({ search })} />
          {filters?.map((filter) => (
            <FilterSelect key={filter.label} filter={filter} state={state} onChange={onChange} />
          ))}
          {filtered.length > 0 && <FilterPanel rows={rows} {...shared} columns={filtered} />}
          {folds && <Letters unfolded={unfolded} onChange={setUnfolded} />}
        </div>
        {counted}
        <div className={styles.spring} />
        <div className={styles.tools} data-noprint>
          {narrow ? <SortSelect {...shared} /> : <ColumnPanel {...shared} columns={choosable} />}
          <PageSize state={state} onChange={onChange} most={most} />
          <ViewPanel {...views} hidden={state.hidden} onChange={onChange} />
          {tools}
          {importCsv && <CsvImportButton options={importCsv} />}
          <FileButtons exportCsv={exportCsv} exportExcel={exportExcel} long={long} />
          {files}
        </div>
      </div>
      {letters !== undefined && (unfolded || !folds) && (
        <AlphabetBar value={state.letter} onChange={onChange} />
      )}
    </>
  )
}
