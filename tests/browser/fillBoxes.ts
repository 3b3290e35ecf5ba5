import type { Locator } from 'playwright-core'

/** Fills every empty, enabled and visible box with a value that fits its label. */
export async function fillEmptyBoxes(within: Locator): Promise<void> {
  for (const rich of await within.locator('[contenteditable=true]').all())
    await rich.pressSequentially('Words')
  const boxes = within.locator('input:enabled:visible, textarea:enabled:visible, select:enabled:visible')
  for (const box of await boxes.all()) {
    const { tag, type, role, value, holder, label } = await box.evaluate((item) => ({
      label: (item as HTMLInputElement).labels?.[0]?.textContent ?? '',
      tag: item.tagName,
      type: item.getAttribute('type'),
      role: item.getAttribute('role'),
      value: (item as HTMLInputElement).value,
      holder: item.getAttribute('placeholder'),
    }))
    if (type === 'checkbox' || type === 'radio')
      await box.check({ force: true, timeout: 1000 }).catch(() => undefined)
    else if (tag === 'SELECT' || type === 'file' || value !== '') continue
    else if (role === 'combobox') {
      await box.focus()
      await box.press('ArrowDown')
      await box.press('ArrowDown')
      await box.press('Enter')
    } else if (holder === 'MM/DD/YYYY') await box.fill('12/15/2026')
    else if (/ZIP/.test(label)) await box.fill('65101')
    else if (/phone/i.test(label)) await box.fill('5735550100')
    else if (type === 'email') await box.fill('somebody@example.org')
    else await box.pressSequentially(tag === 'TEXTAREA' ? 'Words' : '12').catch(() => undefined)
  }
}
