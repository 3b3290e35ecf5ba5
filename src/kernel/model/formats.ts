const numbers = new Intl.NumberFormat('en-US', { signDisplay: 'negative' })
const percents = new Intl.NumberFormat('en-US', {
  style: 'percent',
  useGrouping: false,
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'negative',
})
const sizes = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

const isMissing = (value: number | null | undefined): value is null | undefined =>
  value === null || value === undefined || !Number.isFinite(value)

/**
 * Formats a number with thousands separators and at most three decimals (`1,234.568`); '' if missing. FMT-03.
 */
export function formatNumber(value: number | null | undefined): string {
  return isMissing(value) ? '' : numbers.format(value)
}

/**
 * Rounds to the nearest multiple of `step`, as text with one decimal (12.24 by 0.5 → '12.0'). Halves are
 * rounded up, also below zero. Throws RangeError unless the step is above 0. Steps below 0.1 have no visible
 * effect, because the result has one decimal. FMT-04.
 */
export function roundToStep(value: number, step = 1): string {
  if (!(step > 0)) throw new RangeError(`Not a rounding step: ${step}`)
  return (Math.round(value / step) * step).toFixed(1)
}

/**
 * Formats a fraction as percent with two decimals (0.0525 → '5.25%'); '' if missing. Do not use it for fields
 * that are already percent points. FMT-07.
 */
export function formatPercent(fraction: number | null | undefined): string {
  return isMissing(fraction) ? '' : percents.format(fraction)
}

/**
 * Formats a ten-digit phone number, with or without a leading 1, as '(573) 555-0100'. Other texts are only
 * trimmed.
 */
export function formatPhone(text: string | null | undefined): string {
  const trimmed = (text ?? '').trim()
  const digits = /^\+?[\d\s().-]+$/.test(trimmed) ? trimmed.replace(/\D/g, '') : ''
  const parts = /^1?(\d{3})(\d{3})(\d{4})$/.exec(digits)
  return parts ? `(${parts[1]}) ${parts[2]}-${parts[3]}` : trimmed
}

/**
 * Formats a size in bytes: '1 byte', '14.2 KB', '3 MB' (1 KB = 1,024 bytes); '' if missing.
 */
export function formatFileSize(bytes: number | null | undefined): string {
  if (isMissing(bytes)) return ''
  if (bytes < 1024) return plural(bytes, 'byte', 'bytes')
  let size = bytes / 1024
  let unit = 'KB'
  for (const larger of ['MB', 'GB', 'TB']) {
    // The rounded size is compared, so that 1,023.96 KB is shown as 1 MB and not as 1,024 KB.
    if (Math.round(size * 10) / 10 < 1024) break
    size /= 1024
    unit = larger
  }
  return `${sizes.format(size)} ${unit}`
}

/** Formats a count with its noun: '1 item', '1,200 items'. */
export function plural(count: number, text: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? text : many}`
}
