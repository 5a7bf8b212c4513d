/** The surface, ink and type of our mails: the site's colours of both themes in sRGB, for readers that know no OKLCH. */
export const style = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
body { margin: 0; background: #fbfaf6; color: #1a182a; font: 17px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; -webkit-text-size-adjust: 100% }
.letter { max-width: 560px; margin: 0 auto; padding: 32px 24px 48px; overflow-wrap: anywhere }
a { color: #9b259b }
p { margin: 0 0 16px }
h1, .brand { font-family: "Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", P052, "Noto Serif", serif; letter-spacing: -0.01em }
h1 { margin: 0 0 20px; font-size: 36px; line-height: 1.1; font-weight: 600; text-wrap: balance }
.brand { margin: 0 0 44px; padding-bottom: 14px; border-bottom: 1px solid #ddd7de; font-size: 18px; line-height: 1.3 }
.brand a { color: inherit; text-decoration: none }
.action { margin: 28px 0 32px }
.code { margin: 0 0 28px; font: 600 32px/1.2 ui-monospace, "SF Mono", Menlo, Consolas, monospace; letter-spacing: 0.16em }
.message { white-space: pre-wrap }
.notes { margin-top: 36px; padding-top: 20px; border-top: 1px solid #ddd7de; color: #575568; font-size: 14px; line-height: 1.55 }
.notes p { margin-bottom: 12px }
.facts { width: 100%; margin: 0 0 24px; border-collapse: collapse }
.facts th, .facts td { padding: 8px 0; border-bottom: 1px solid #ddd7de; text-align: left; vertical-align: baseline }
.facts th { padding-right: 20px; color: #575568; font-size: 14px; font-weight: 400; white-space: nowrap }
.facts td { width: 100% }
@media (max-width: 480px) {
  h1 { font-size: 32px }
  .facts th, .facts td { display: block; width: auto }
  .facts th { padding-bottom: 0; border-bottom: 0 }
  .facts td { padding-top: 0 }
}
@media (prefers-color-scheme: dark) {
  body { background: #14121e; color: #f0eee7 }
  a { color: #e18fde }
  .action td, .action a { background: #e18fde !important; color: #14121e !important }
  .brand, .notes, .facts th, .facts td { border-color: #393546 }
  .notes, .facts th { color: #aaa9b7 }
}
`;
