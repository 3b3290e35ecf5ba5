import { useRef, useState } from 'react'
import type { FileDropProps } from './FileDrop.tsx'
import { describeFileRefusal, type FileLimits } from './files.ts'

/** Returns the message of an error thrown by an upload. */
export function getUploadErrorMessage(reason: unknown): string {
  return reason instanceof Error && reason.message ? reason.message : 'Please try again.'
}

/** A file that is being sent. */
interface Sending {
  key: number
  name: string
  /** The part sent so far, 0 to 1. */
  part: number
}

/** Uploads files one after another, and collects the refused ones. */
export function useUploads({
  files,
  upload,
  maxBytes,
  endings,
  maxFiles,
}: Pick<FileDropProps, 'files' | 'upload'> & FileLimits) {
  const [sending, setSending] = useState<readonly Sending[]>([])
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const next = useRef(0)

  const send = async (file: File, key: number): Promise<boolean> => {
    const progress = (part: number) =>
      setSending((all) => all.map((sending) => (sending.key === key ? { ...sending, part } : sending)))
    try {
      await upload(file, progress)
      return true
    } catch (reason) {
      setRefusals((all) => [...all, `${file.name} was not added: ${getUploadErrorMessage(reason)}`])
      return false
    } finally {
      setSending((all) => all.filter((sending) => sending.key !== key))
    }
  }
  /**
   * Sends the accepted files. `leaving` is the number of files that will be removed. Returns whether all were
   * sent.
   */
  const take = async (selected: readonly File[], leaving: number): Promise<boolean> => {
    const limits = { maxBytes, endings, maxFiles }
    const accepted: { file: File; key: number }[] = []
    const refused: string[] = []
    for (const file of selected) {
      const refusal = describeFileRefusal(
        file,
        limits,
        files.length + sending.length + accepted.length - leaving,
      )
      if (refusal) refused.push(refusal)
      else accepted.push({ file, key: next.current++ })
    }
    setRefusals(refused)
    setSending((all) => [...all, ...accepted.map(({ file, key }) => ({ key, name: file.name, part: 0 }))])
    let allSent = refused.length === 0
    for (const { file, key } of accepted) allSent = (await send(file, key)) && allSent
    return allSent
  }
  return { sending, refusals, setRefusals, take }
}
