import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from "react";
import * as css from "./button.css.ts";

type Look = {
  /** `accent` is for the main action of a screen. */
  tone?: keyof typeof css.tone | undefined;
  size?: keyof typeof css.size | undefined;
};

const toClassName = ({ tone = "plain", size = "medium" }: Look) =>
  `${css.button} ${css.size[size]} ${css.tone[tone]}`;

type ButtonProps = Look & Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className" | "style">;

/** Renders a button that is at least 44 px high. */
export function Button({ tone, size, type = "button", ...rest }: ButtonProps) {
  return <button className={toClassName({ tone, size })} type={type} {...rest} />;
}

type SubmitButtonProps = Look & { label: string; pendingLabel: string; isPending: boolean };

/** Renders the button of a form. It shows `pendingLabel` while the form is being sent, also before hydration. */
export function SubmitButton({ label, pendingLabel, isPending, ...look }: SubmitButtonProps) {
  return (
    <button className={`${toClassName(look)} ${css.submit}`} type="submit" aria-disabled={isPending}>
      <span className={css.label}>{label}</span>
      <span className={css.pendingLabel}>{pendingLabel}</span>
    </button>
  );
}

type LinkButtonProps = Look &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "className" | "style"> & { href: string };

/** Renders a link that looks like a Button. */
export function LinkButton({ tone, size, ...rest }: LinkButtonProps) {
  return <a className={toClassName({ tone, size })} {...rest} />;
}
