import { Section, SectionHead, type SectionProps } from "./section.tsx";
import * as css from "./testimonials.css.ts";

/** Renders testimonials: the quote in large type, and its author in small type below. */
export default function Testimonials({ section, surface }: SectionProps<"testimonials">) {
  return (
    <Section anchor={section.anchor} surface={surface}>
      <SectionHead title={section.title} text={section.text} />
      <div className={css.testimonials}>
        {section.items.map(({ _key, quote, name, role, company }) => (
          <figure key={_key} className={css.testimonial}>
            <blockquote className={css.quote}>{quote}</blockquote>
            <figcaption className={css.author}>
              <span className={css.name}>{name}</span>
              <span>{role ? `${role}, ${company}` : company}</span>
            </figcaption>
          </figure>
        ))}
      </div>
    </Section>
  );
}
