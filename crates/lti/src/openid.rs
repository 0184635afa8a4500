//! Sign-on by a provider of OpenID Connect: the authorization code flow, with proof of the code's owner (PKCE).

use std::fmt;

use aws_lc_rs::digest::{SHA256, digest};
use data_encoding::{BASE64, BASE64URL_NOPAD};
use serde_json::Value;
use ureq::http::{Method, header};

use crate::address::{form, with_query};
use crate::http::Outgoing;
use crate::id_token::{Expected, verify};
use crate::service_client::post_form;
use crate::{Address, Failure, Http, RemoteKeys, TokenFault, User};

/// Maximum size of a provider's description, in bytes.
const LARGEST: u64 = 256 << 10;

/// A provider of OpenID Connect, as registered in a class. Its debug output does not show the secret.
#[derive(Clone, PartialEq, Eq)]
pub struct OpenIdProvider {
    /// The issuer, below which the provider describes itself.
    pub issuer: Address,
    /// The client id that the provider gave the class.
    pub client: String,
    /// The client's secret.
    pub secret: String,
}

/// A sign-on that has begun.
#[derive(Clone, Copy, Debug)]
pub struct CodeRequest<'a> {
    /// The address to which the provider sends the browser back.
    pub back: &'a str,
    /// The value that the provider sends back unchanged.
    pub state: &'a str,
    /// The value that the signed message contains.
    pub nonce: &'a str,
    /// The secret of which the provider has the [`challenge`].
    pub verifier: &'a str,
}

/// The addresses of a provider.
struct Endpoints {
    authorization: Address,
    token: Address,
    keys: Address,
    /// `true` if the client's secret belongs in the form, because the provider accepts it nowhere else.
    takes_secret_in_form: bool,
}

/// Returns the public counterpart of a verifier (RFC 7636, method S256).
pub fn challenge(verifier: &str) -> String {
    BASE64URL_NOPAD.encode(digest(&SHA256, verifier.as_bytes()).as_ref())
}

impl OpenIdProvider {
    /// Returns the address to send the browser to.
    ///
    /// # Errors
    /// If the provider cannot be reached, or does not describe itself.
    pub fn redirect(&self, request: &CodeRequest<'_>, http: &Http) -> Result<String, Failure> {
        let challenge = challenge(request.verifier);
        let parameters = [
            ("scope", "openid profile email"),
            ("response_type", "code"),
            ("client_id", &self.client),
            ("redirect_uri", request.back),
            ("state", request.state),
            ("nonce", request.nonce),
            ("code_challenge", &challenge),
            ("code_challenge_method", "S256"),
        ];
        Ok(with_query(self.endpoints(http)?.authorization.as_str(), &parameters))
    }

    /// Exchanges a code for the person. `now` is in seconds since 1970 in UTC.
    ///
    /// # Errors
    /// If the provider cannot be reached, refuses the code, or sends an unacceptable message.
    pub fn sign_in(
        &self,
        code: &str,
        request: &CodeRequest<'_>,
        now: i64,
        (http, keys): (&Http, &RemoteKeys),
    ) -> Result<User, Failure> {
        let endpoints = self.endpoints(http)?;
        let mut fields = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", request.back),
            ("code_verifier", request.verifier),
        ];
        let answer = if endpoints.takes_secret_in_form {
            fields.extend([("client_id", self.client.as_str()), ("client_secret", &self.secret)]);
            post_form(http, &endpoints.token, &[], &fields)?
        } else {
            let basic = format!("Basic {}", self.basic());
            post_form(http, &endpoints.token, &[(header::AUTHORIZATION, &basic)], &fields)?
        };
        let token = answer.get("id_token").and_then(Value::as_str).ok_or(TokenFault::Missing("id_token"))?;
        let expected = Expected {
            issuer: self.issuer.as_str(),
            client: &self.client,
            keys: &endpoints.keys,
            nonce: request.nonce,
            now,
        };
        let claims = verify(token, &expected, keys)?;
        User::from_claims(claims).ok_or_else(|| TokenFault::Missing("sub").into())
    }

    /// Returns the client's id and secret, encoded as forms are (RFC 6749, section 2.3.1).
    fn basic(&self) -> String {
        let encoded = |text: &str| form(&[("", text)]).split_off(1);
        BASE64.encode(format!("{}:{}", encoded(&self.client), encoded(&self.secret)).as_bytes())
    }

    /// Reads the provider's description of itself.
    fn endpoints(&self, http: &Http) -> Result<Endpoints, Failure> {
        let issuer = self.issuer.as_str();
        let description = format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'));
        let to = Address::parse(&description)?;
        let headers = [(header::ACCEPT, "application/json")];
        let answer = http.send(&Outgoing {
            method: Method::GET,
            to: &to,
            headers: &headers,
            body: &[],
            largest: LARGEST,
        })?;
        let wrong = |what| Failure::answer(&to, what);
        let found: Value =
            serde_json::from_slice(&answer.body).map_err(|_| wrong("no description of a provider"))?;
        let text = |name: &str| found.get(name).and_then(Value::as_str);
        if text("issuer") != Some(issuer) {
            return Err(wrong("the description of another issuer"));
        }
        let address = |name: &str| {
            let parsed = text(name).and_then(|text| self.issuer.named(text));
            parsed.ok_or_else(|| wrong("an incomplete description of a provider"))
        };
        let methods = found.get("token_endpoint_auth_methods_supported").and_then(Value::as_array);
        Ok(Endpoints {
            authorization: address("authorization_endpoint")?,
            token: address("token_endpoint")?,
            keys: address("jwks_uri")?,
            takes_secret_in_form: methods.is_some_and(|methods| {
                methods.iter().all(|method| method.as_str() != Some("client_secret_basic"))
            }),
        })
    }
}

impl fmt::Debug for OpenIdProvider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OpenIdProvider { issuer, client, .. } = self;
        f.debug_struct("OpenIdProvider")
            .field("issuer", issuer)
            .field("client", client)
            .finish_non_exhaustive()
    }
}
