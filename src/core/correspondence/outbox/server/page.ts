import type { Services } from '#kernel/server/serve.ts'
import { escapeHtml } from '../model/index.ts'

/** Builds the HTML page of a mail: its rich text with the agency's name and address below. */
export function buildMailPage({ config }: Services, html: string): string {
  const from = [config.agencyName, ...config.agencyAddress].map(escapeHtml).join('<br>')
  const portal = escapeHtml(config.publicUrl)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body style="font-family:Arial,sans-serif;font-size:15px;line-height:1.5;color:#17202b">${html}<hr><p style="font-size:13px;color:#525d6b">${from}<br><a href="${portal}">${portal}</a></p></body></html>`
}
