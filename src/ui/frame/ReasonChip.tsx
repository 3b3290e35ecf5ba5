import { type ReactNode, useEffect, useState } from 'react'
import { Opener } from './Opener.tsx'
import type { ToneName } from './palette.ts'

/** A remark about a record, such as why it was returned. */
export type Reason = {
  /** The kind and date of the remark, such as "Returned 04/24/2026". */
  label: string
  text: ReactNode
  tone?: ToneName
  /**
   * Identifies the remark among those that the person has seen, by record and version. It opens automatically
   * the first time.
   */
  memory: string
}

const STORED = 'rooftree-reasons-seen'
/** The largest number of remembered remarks. */
const MOST = 200

/** Returns the identifiers of the remarks that were seen in this browser. */
function getSeen(): string[] {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]')
    return Array.isArray(parsed) ? parsed.filter((name) => typeof name === 'string') : []
  } catch {
    return [] // If the stored value is unreadable, every remark opens again.
  }
}

/**
 * Shows a remark as a chip in the header, which opens over the content. It opens automatically the first time
 * it is seen in this browser.
 */
export function ReasonChip({ label, text, tone = 'red', memory }: Reason) {
  const [isNew] = useState(() => !getSeen().includes(memory))
  useEffect(() => {
    if (isNew) localStorage.setItem(STORED, JSON.stringify([...getSeen(), memory].slice(-MOST)))
  }, [isNew, memory])
  return (
    <Opener
      tone={tone}
      opened={isNew}
      label={
        <>
          <strong>{label}</strong> {typeof text === 'string' && text}
        </>
      }
    >
      <strong>{label}</strong>
      <div style={{ whiteSpace: 'pre-line', maxWidth: '80ch' }}>{text}</div>
    </Opener>
  )
}
