import type { ReactNode } from 'react'
import {
  buildLetterBlocks,
  getRawParts,
  type LetterBlock,
  type LetterData,
  type LetterOptions,
  type RawPart,
} from '../model/index.ts'
import styles from './LetterPreview.module.css'

const isPicture = (source: string | undefined): source is string => source?.startsWith('data:image/') === true

/**
 * Shows a letter as HTML, from the same blocks as its PDF, as an accessible form of the letter.
 */
export function LetterPreview({ letter, options }: { letter: LetterData; options: LetterOptions }) {
  return (
    <article className={styles.paper} lang="en-US" aria-label={options.title}>
      {buildLetterBlocks(letter, options).map((block, index) => (
        <Block key={index} block={block} layout={options.layout} />
      ))}
    </article>
  )
}

function Block({ block, layout }: { block: LetterBlock; layout: LetterOptions['layout'] }) {
  switch (block.kind) {
    case 'letterhead':
      return <Letterhead block={block} layout={layout} />
    case 'managementCompany':
    case 'contact':
      return (
        <address className={styles.address}>
          <Lines lines={block.lines} />
        </address>
      )
    case 'table':
      return (
        <Table
          header={block.columns.map((column) => column.label)}
          rows={block.rows}
          alignments={block.columns.map((column) => column.alignment)}
        />
      )
    case 'raw':
      return getRawParts(block.content).map((part, index) => <Raw key={index} part={part} />)
    case 'signature':
      return <Signature block={block} />
    case 'blank':
      return <div style={{ height: `${block.lines}lh` }} />
    default:
      return <p className={styles[block.kind] ?? styles.paragraph}>{block.text}</p>
  }
}

const Lines = ({ lines }: { lines: readonly string[] }): ReactNode =>
  lines.map((line, index) => (
    <span key={index} className={styles.line}>
      {line}
    </span>
  ))

function Letterhead({
  block,
  layout,
}: {
  block: Extract<LetterBlock, { kind: 'letterhead' }>
  layout: LetterOptions['layout']
}) {
  if (isPicture(block.banner)) {
    const alternative = [block.name, ...block.lines].join(', ')
    return <img className={styles.banner} data-layout={layout} src={block.banner} alt={alternative} />
  }
  return (
    <header className={styles.letterhead} data-layout={layout}>
      <p className={styles.agency}>{block.name}</p>
      <p>{layout === 'A' ? block.lines.join(' · ') : <Lines lines={block.lines} />}</p>
    </header>
  )
}

function Table({
  header,
  rows,
  alignments = [],
}: {
  header: readonly string[]
  rows: readonly (readonly string[])[]
  alignments?: readonly ('left' | 'center' | 'right' | undefined)[]
}) {
  const align = (index: number) => ({ textAlign: alignments[index] ?? 'left' })
  return (
    <table className={styles.table}>
      {header.length > 0 && (
        <thead>
          <tr>
            {header.map((label, index) => (
              <th key={index} scope="col" style={align(index)}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((text, column) => (
              <td key={column} style={align(column)}>
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Raw({ part }: { part: RawPart }) {
  if (part.kind === 'paragraph') return <p className={styles.paragraph}>{part.text}</p>
  if (part.kind === 'table') return <Table header={part.header} rows={part.rows} />
  if (part.kind === 'image')
    return isPicture(part.source) ? <img className={styles.picture} src={part.source} alt="" /> : null
  const List = part.ordered ? 'ol' : 'ul'
  return (
    <List className={styles.list}>
      {part.items.map((item, index) => (
        <li key={index}>{item}</li>
      ))}
    </List>
  )
}

function Signature({ block }: { block: Extract<LetterBlock, { kind: 'signature' }> }) {
  return (
    <footer className={styles.signature}>
      {block.closing && <p>{block.closing}</p>}
      {isPicture(block.image) && (
        <img src={block.image} alt={['Signature', ...block.lines.slice(0, 1)].join(' of ')} />
      )}
      <p>
        <Lines lines={block.lines} />
      </p>
      {block.endLine && <p className={styles.endLine}>{block.endLine}</p>}
    </footer>
  )
}
